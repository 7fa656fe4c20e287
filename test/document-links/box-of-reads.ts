import { randomUUID } from 'node:crypto'
import { carryEvents, collectReads, inspectionLink } from '@ecmr/document-links'
import type { DocumentEventData, InspectionRead } from '@ecmr/domain'
import { type EventStore, openEventStore } from '@ecmr/event-store'
import { openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { box, company } from '../documents-service/ground.js'
import { startEventStoreDb } from '../eventstoredb-wire/server.js'
import { databaseWithTables } from '../support/database-with-tables.js'

/** The products that may keep the log. */
export const logs = ['postgres', 'eventstoredb'] as const

/** A database with reads, and the log that they go to. */
export interface BoxOfReads {
  readonly url: string
  readonly pool: Pool
  readonly store: EventStore
  /** arguments of `recording-process.ts` for the same */
  readonly places: readonly string[]
  /** a document with an address */
  document(): Promise<string>
  /** Notes so many reads of a document, one a second from an instant on. */
  read(documentId: string, count: number, from?: string): Promise<void>
  /** Everything that waits is carried. */
  carry(): Promise<void>
  /** The data of a document's events of reads. */
  served(documentId: string): Promise<readonly DocumentEventData['InspectionCopyServed'][]>
  /** The reads in these events. */
  listed(documentId: string): Promise<readonly InspectionRead[]>
}

export async function boxOfReads(t: Test, kind: (typeof logs)[number] = 'postgres'): Promise<BoxOfReads> {
  const url = await databaseWithTables(t)
  const pool = openPool({ url, max: 6, name: 'test reads' })
  const server = kind === 'eventstoredb' ? await startEventStoreDb() : undefined
  const store = await openEventStore(
    server === undefined ? { kind: 'postgres', url } : { kind: 'eventstoredb', url: server.url },
  )
  t.teardown(async () => {
    await store.close()
    await server?.stop()
    await pool.end()
  })
  const served: BoxOfReads['served'] = async (documentId) => {
    const events = await store.readStream(`document-${documentId}`)
    return events.flatMap(({ type, data }) =>
      type === 'InspectionCopyServed' ? (data as unknown as DocumentEventData['InspectionCopyServed']) : [],
    )
  }
  return {
    url,
    pool,
    store,
    places: server === undefined ? [url] : [url, server.url],
    async document() {
      const documentId = randomUUID()
      await inspectionLink(pool, box, company, documentId)
      return documentId
    },
    async read(documentId, count, from = '2026-10-05T08:00:00Z') {
      await pool.query(
        `insert into documents.reads (document_id, company_id, link_id, version, address, at)
         select document_id, company_id, link_id, 1, '192.0.2.0/24', $2::timestamptz + n * interval '1 second'
         from documents.links, generate_series(0, $3 - 1) n where document_id = $1 order by n`,
        [documentId, from, count],
      )
    },
    async carry() {
      while (await collectReads(pool));
      const signal = new AbortController().signal
      const { error } = await carryEvents({ pool, store, clock: () => new Date(), signal })
      if (error !== undefined) throw error
    },
    served,
    listed: async (documentId) => (await served(documentId)).flatMap(({ reads }) => reads),
  }
}
