import {
  type AuditActor,
  addUser,
  type Company,
  createCompany,
  logInAs,
  type User,
  type UserRole,
} from '@ecmr/accounts'
import { createTables } from '@ecmr/api'
import { commandHandler, type EventStore, openPostgresEventStore } from '@ecmr/event-store'
import { numberPool } from '@ecmr/number-registry'
import { buildPanel, type PanelDependencies, type PanelServer } from '@ecmr/panel'
import { openListener, openPool } from '@ecmr/postgres'
import { projectionPositions, projections, runProjection } from '@ecmr/read-models'
import { addressGuard, secretBox } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { testDatabase } from './database.js'
import { type Visit, visit } from './visit.js'

export const operator: AuditActor = { kind: 'operator', id: 'test', name: 'Test' }

/** https, so that cookies are as in production. */
export const SITE_URL = 'https://ecmr.example'

export interface TestPanel {
  readonly app: PanelServer
  readonly pool: Pool
  readonly url: string
  readonly store: EventStore
  readonly dependencies: PanelDependencies
  /** two companies that must not learn anything of each other */
  readonly haulier: Company
  readonly rival: Company
  /** somebody who opens pages without being logged in */
  visitor(headers?: Readonly<Record<string, string>>): Visit
  /** somebody who is logged in for a company, an owner unless said otherwise */
  person(company: Company, role?: UserRole, name?: string): Promise<Visit & { readonly user: User }>
  /** stops the projections, so that reads lag */
  stopProjections(): Promise<void>
}

/** The panel over a database of its own, with projections running beside it. */
export async function buildTestPanel(
  t: Test,
  changed: (dependencies: PanelDependencies) => Partial<PanelDependencies> = () => ({}),
): Promise<TestPanel> {
  const url = await testDatabase(t)
  const pool = openPool({ url, max: 8, name: 'test panel' })
  await createTables(pool)
  const listener = openListener(url, 'test panel')
  const store = await openPostgresEventStore({ url, listener })
  const recorded = await openPostgresEventStore({ url, upcast: false })
  const positions = projectionPositions({ pool, listener })
  const standard: PanelDependencies = {
    store,
    recorded,
    commands: commandHandler({ store }),
    pool,
    positions,
    numbers: numberPool({ pool }),
    webhooks: {
      secrets: secretBox('test'),
      urlRules: { guard: addressGuard(['127.0.0.0/8']), httpsOnly: false },
    },
    secretKey: 'a key that is used in tests and nowhere else',
    limits: { perPerson: 1e6, perAddress: 1e6 },
    siteUrl: SITE_URL,
    version: '0.0.0-test',
  }
  const dependencies = { ...standard, ...changed(standard) }
  const app = await buildPanel(dependencies)
  const stop = new AbortController()
  const running = Promise.all(
    projections.map((projection) => runProjection({ projection, store, url, pool, signal: stop.signal })),
  )
  const stopProjections = async (): Promise<void> => {
    stop.abort()
    await running
  }
  t.teardown(async () => {
    await app.close()
    await stopProjections()
    positions.close()
    await listener.close()
    await store.close()
    await recorded.close()
    await pool.end()
  })
  let people = 0
  return {
    app,
    pool,
    url,
    store,
    dependencies,
    haulier: await createCompany(pool, { name: 'Transportes Guadalquivir' }, operator),
    rival: await createCompany(pool, { name: 'Transports Garonne' }, operator),
    visitor: (headers) => visit(app, SITE_URL, headers),
    async person(company, role = 'owner', name = 'Lucía Fernández') {
      people += 1
      const email = `person${people}@example.com`
      const user = await addUser(pool, { company_id: company.id, email, name, role }, operator)
      const visitor = visit(app, SITE_URL)
      const { token } = await logInAs(pool, user.id, { address: '127.0.0.1', userAgent: 'test' })
      const prefix = dependencies.siteUrl.startsWith('https:') ? '__Host' : 'ecmr'
      visitor.cookies.set(`${prefix}-session`, token)
      return { ...visitor, user }
    },
    stopProjections,
  }
}
