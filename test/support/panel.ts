import { addUser, type Company, createCompany, logInAs, type User, type UserRole } from '@ecmr/accounts'
import type { EventStore } from '@ecmr/event-store'
import { buildPanel, type PanelDependencies, type PanelServer } from '@ecmr/panel'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { paperReader } from './paper-reader.js'
import { operator, SITE_URL, serviceGround } from './service-ground.js'
import { type Visit, visit } from './visit.js'

export { operator, SITE_URL }

export interface TestPanel {
  readonly app: PanelServer
  readonly pool: Pool
  readonly url: string
  readonly store: EventStore
  readonly dependencies: PanelDependencies
  /** two companies that must not learn anything of each other */
  readonly haulier: Company
  readonly rival: Company
  /** a visitor who is not logged in */
  visitor(headers?: Readonly<Record<string, string>>): Visit
  /** a user logged in for a company, by default an owner */
  person(company: Company, role?: UserRole, name?: string): Promise<Visit & { readonly user: User }>
  /** stops the projections, so that reads lag */
  stopProjections(): Promise<void>
}

/** The panel over a database of its own, with projections running beside it. */
export async function buildTestPanel(
  t: Test,
  changed: (dependencies: PanelDependencies) => Partial<PanelDependencies> = () => ({}),
): Promise<TestPanel> {
  const { url, stopProjections, dependencies: shared } = await serviceGround(t, 'test panel')
  const { pool, store } = shared
  const standard: PanelDependencies = {
    ...shared,
    documents: paperReader(),
    readingBy: 'tesseract',
    secretKey: 'a key that is used in tests and nowhere else',
    limits: { perPerson: 1e6, perAddress: 1e6 },
  }
  const dependencies = { ...standard, ...changed(standard) }
  const app = await buildPanel(dependencies)
  t.teardown(async () => {
    await app.close()
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
