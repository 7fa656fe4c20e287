import { randomUUID } from 'node:crypto'
import { recordAudit } from '@ecmr/accounts'
import type { NewCompanyEvent } from '@ecmr/application'
import { type EventStore, openEventStore } from '@ecmr/event-store'
import { openPool, queryBuilders } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { startEventStoreDb } from '../eventstoredb-wire/server.js'
import { operator } from '../support/api.js'
import { databaseWithTables } from '../support/database-with-tables.js'

/** The products that may keep the log. */
export const logs = ['postgres', 'eventstoredb'] as const

/** A database with changes to accounts, and the log that they go to. */
export interface Outbox {
  readonly pool: Pool
  readonly store: EventStore
  /** arguments of `draining-process.ts` for the same */
  readonly places: readonly string[]
  /** Makes so many changes to the webhooks of a company, and returns their ids in order. */
  change(company: string, count: number): Promise<readonly string[]>
  /** The ids of a company's events, in order. */
  recorded(company: string): Promise<readonly string[]>
  /** How many changes are not in the log. */
  waiting(): Promise<number>
}

/** Something that happened to a company just now. */
export function event(): NewCompanyEvent {
  const [id, at] = [randomUUID(), new Date().toISOString()]
  const actor = { ...operator, company_id: 'any' }
  return { id, type: 'WebhookChanged', at, data: {}, actor, commandId: id, correlationId: id }
}

export async function outbox(t: Test, kind: (typeof logs)[number]): Promise<Outbox> {
  const url = await databaseWithTables(t)
  const pool = openPool({ url, max: 4, name: 'test outbox' })
  const server = kind === 'eventstoredb' ? await startEventStoreDb() : undefined
  const location =
    server === undefined
      ? ({ kind: 'postgres', url } as const)
      : ({ kind: 'eventstoredb', url: server.url } as const)
  const store = await openEventStore(location)
  t.teardown(async () => {
    await store.close()
    await server?.stop()
    await pool.end()
  })
  return {
    pool,
    store,
    places: server === undefined ? [url] : [url, server.url],
    async change(company, count) {
      const changes = Array.from({ length: count }, (_, n) => ({
        webhook_id: randomUUID(),
        fields: ['url'],
        n,
      }))
      for (const data of changes)
        await recordAudit(queryBuilders()(pool), {
          company_id: company,
          type: 'WebhookChanged',
          data,
          actor: operator,
        })
      const { rows } = await pool.query(
        'select id from (select id, seq from accounts.audit_outbox where company_id = $1 order by seq desc limit $2) a order by seq',
        [company, count],
      )
      return rows.map(({ id }) => id)
    },
    async recorded(company) {
      return (await store.readStream(`company-${company}`)).map(({ id }) => id)
    },
    async waiting() {
      const { rows } = await pool.query('select count(*) as waiting from accounts.audit_outbox')
      return rows[0].waiting
    },
  }
}
