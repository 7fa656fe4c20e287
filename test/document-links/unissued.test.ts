import { randomUUID } from 'node:crypto'
import { keepLinksTidy } from '@ecmr/application'
import { inspectionLink } from '@ecmr/document-links'
import { openPostgresEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import t from 'tap'
import { box, company, publish } from '../documents-service/ground.js'
import { databaseWithTables } from '../support/database-with-tables.js'
import { until } from '../support/until.js'

const DAYS_MS = 86_400_000

t.test(
  'addresses of documents that were never issued are removed after a day, when that is certain',
  async (t) => {
    const url = await databaseWithTables(t)
    const pool = openPool({ url, max: 4, name: 'test unissued' })
    const store = await openPostgresEventStore({ url })
    t.teardown(async () => {
      await store.close()
      await pool.end()
    })
    /** As if the link had been made so many days ago. */
    const aged = async (documentId: string, days: number): Promise<void> => {
      const instant = (Date.now() - days * DAYS_MS).toString(16).padStart(12, '0')
      await pool.query(
        `update documents.links set link_id = overlay(link_id::text placing $2 from 1 for 13)::uuid where document_id = $1`,
        [documentId, `${instant.slice(0, 8)}-${instant.slice(8)}`],
      )
    }
    const issued = (await publish(pool, async () => undefined)).documentId
    const [young, old, older] = [randomUUID(), randomUUID(), randomUUID()]
    for (const id of [young, old, older]) await inspectionLink(pool, box, company, id)
    for (const [id, days] of [
      [issued, 2],
      [young, 0.9],
      [old, 1.1],
      [older, 13],
    ] as const)
      await aged(id, days)
    const left = async (): Promise<readonly string[]> =>
      (await pool.query('select document_id from documents.links order by link_id desc')).rows.map(
        ({ document_id }) => document_id,
      )

    await pool.query(
      `insert into projections.parked (projection, stream, position, revision, type)
     values ('documents', 'ecmr-x', '', 0, '')`,
    )
    const stop = new AbortController()
    let turns = 0
    const head = (): ReturnType<typeof store.head> => {
      turns++
      return store.head()
    }
    const said: object[] = []
    const tidying = keepLinksTidy({
      pool,
      store: { ...store, head },
      signal: stop.signal,
      log: { info: (fields) => void said.push(fields), error: (fields) => void said.push(fields) },
      pauses: { soonMs: 1, everyMs: 1, afterFaultMs: 1 },
    })
    await until(() => turns > 5, 'some turns')
    t.same(await left(), [young, old, issued, older])
    await pool.query('delete from projections.parked')
    await until(async () => (await left()).length === 2, 'the removal')
    stop.abort()
    await tidying
    t.same(await left(), [young, issued])
    t.same(said, [{ links: 2 }])
  },
)
