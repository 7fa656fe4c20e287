import { randomUUID } from 'node:crypto'
import { EventStore, EventType } from '@castore/core'
import { PostgresEventStorageAdapter } from '@castore/event-storage-adapter-postgres'
import pg from 'pg'

/** as many connections as our processes have, for events and for rows alike */
const CONNECTIONS = 32

type Fields = Readonly<Record<string, unknown>>

interface NoteAggregate {
  readonly aggregateId: string
  readonly version: number
}

/** A line of our list: the same columns, the same indexes. */
interface ListRow {
  readonly id: string
  readonly ecmr_number: string
  readonly at: string
  readonly fields: Fields
}

export type NoteStore = Awaited<ReturnType<typeof openNoteStore>>

/** Consignment notes with Castore: an event store, and a list whose row is written as soon as an event is stored. */
export async function openNoteStore(url: string) {
  const pool = new pg.Pool({ connectionString: url, max: CONNECTIONS })
  await PostgresEventStorageAdapter.createEventTable({
    connectionString: url,
    aggregateId: { type: 'UUID' },
  })
  await pool.query(LIST_TABLE)
  await pool.query(LIST_INDEXES)
  const created = new EventType<'EcmrCreated', { ecmr_number: string; fields: Fields }>({
    type: 'EcmrCreated',
  })
  const events = new EventStore({
    eventStoreId: 'NOTES',
    eventTypes: [created],
    reducer: (_: NoteAggregate, { aggregateId, version }) => ({ aggregateId, version }),
    eventStorageAdapter: new PostgresEventStorageAdapter({ connectionString: `${url}?max=${CONNECTIONS}` }),
    onEventPushed: async ({ event }) => insertRows([rowOf(event)]),
  })

  async function insertRows(rows: readonly ListRow[]): Promise<void> {
    await pool.query({
      name: 'rows',
      text: `insert into notes select x.id, 'peer', x.ecmr_number, 'draft', false, (x.item ->> 'pickup_date')::date, x.at, x.at, x.item
             from unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::json[]) as x(id, ecmr_number, at, item)`,
      values: [
        rows.map(({ id }) => id),
        rows.map(({ ecmr_number }) => ecmr_number),
        rows.map(({ at }) => at),
        rows.map(itemOf),
      ],
    })
  }

  return {
    async create(fields: Fields) {
      const id = randomUUID()
      const ecmr_number = `ECMR-${id}`
      const { event } = await events.pushEvent({
        aggregateId: id,
        version: 1,
        type: 'EcmrCreated',
        payload: { ecmr_number, fields },
      })
      return { id, ecmr_number, created_at: event.timestamp, ...fields }
    },
    /** Writes the list anew from all events, note by note as Castore reads them, many at once; how many events. */
    async rebuild(): Promise<number> {
      await pool.query('drop table notes')
      await pool.query(LIST_TABLE)
      let count = 0
      let pageToken: string | undefined
      do {
        const page = await events.listAggregateIds({ limit: PAGE, ...(pageToken && { pageToken }) })
        const histories = await Promise.all(
          page.aggregateIds.map(({ aggregateId }) => events.getEvents(aggregateId)),
        )
        const rows = histories.flatMap((history) => history.events.map(rowOf))
        await insertRows(rows)
        count += rows.length
        pageToken = page.nextPageToken
      } while (pageToken !== undefined)
      await pool.query(LIST_INDEXES)
      return count
    },
    close: () => pool.end(),
  }
}

const PAGE = 1_000

function rowOf(event: {
  readonly aggregateId: string
  readonly timestamp: string
  readonly payload: { readonly ecmr_number: string; readonly fields: Fields }
}): ListRow {
  return { id: event.aggregateId, at: event.timestamp, ...event.payload }
}

function itemOf({ id, ecmr_number, at, fields }: ListRow): string {
  const status = { status: 'draft', version: 1, created_at: at, updated_at: at }
  return JSON.stringify({ id, ecmr_number, ...status, ...fields, signed_by: [], open_incidents: 0 })
}

const LIST_TABLE = `
  create table if not exists notes (
    id uuid primary key, company_id text not null, ecmr_number text not null unique, status text not null,
    cancelled boolean not null, pickup_date date not null, created_at timestamptz not null, updated_at timestamptz not null,
    item json not null)`

const LIST_INDEXES = `
  create index if not exists notes_created on notes (company_id, created_at, id);
  create index if not exists notes_updated on notes (company_id, updated_at, id);
  create index if not exists notes_pickup on notes (company_id, pickup_date, id);
  create index if not exists notes_status on notes (company_id, status, created_at, id)`
