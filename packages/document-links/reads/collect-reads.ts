import type { DocumentEventData, InspectionRead } from '@ecmr/domain'
import { type Selectable, sql } from 'kysely'
import type { Pool } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { inTransaction, type Tx } from '../db.js'
import type { DocumentTables } from '../tables.js'

const MOST_AT_ONCE = 1_000
const MOST_IN_ONE_EVENT = 200
/** So many reads of one document are listed on one day (UTC); more are counted. */
export const MOST_LISTED_A_DAY = 5_000

type Read = Selectable<DocumentTables['documents.reads']>

/** Reads of one document on one day. */
interface DayOfReads {
  readonly document_id: string
  readonly company_id: string
  readonly day: string
  readonly reads: readonly Read[]
}

/**
 * Makes events of the oldest reads, in the outbox: what leaves the one is in the other. Any number of processes may do it.
 *
 * @returns whether there may be more of them
 */
export async function collectReads(pool: Pool): Promise<boolean> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await sql<Read>`
      delete from documents.reads where seq in (
        select seq from documents.reads order by seq limit ${MOST_AT_ONCE} for update skip locked
      ) returning *`.execute(tx)
    const days = byDay([...rows].sort((a, b) => Number(a.seq) - Number(b.seq)))
    const listed = await count(tx, days)
    await addToOutbox(
      tx,
      days.flatMap((day, n) => eventsOf(day, day.reads.slice(0, listed[n]))),
    )
    return rows.length === MOST_AT_ONCE
  })
}

/** In an order in which several processes can lock them. */
function byDay(reads: readonly Read[]): readonly DayOfReads[] {
  const days = new Map<string, Read[]>()
  for (const read of reads) {
    const key = `${read.document_id} ${dayOf(read)}`
    days.set(key, [...(days.get(key) ?? []), read])
  }
  return [...days.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([, [first, ...others]]) => {
      if (first === undefined) return []
      const { document_id, company_id } = first
      return { document_id, company_id, day: dayOf(first), reads: [first, ...others] }
    })
}

function dayOf({ at }: Read): string {
  return at.toISOString().slice(0, 10)
}

/** Counts reads, and tells how many of each day's are to be listed. */
async function count(tx: Tx, days: readonly DayOfReads[]): Promise<readonly number[]> {
  const counted = days.map(({ document_id, day, reads }) => ({ document_id, day, listed: reads.length }))
  const { rows } = await sql<{ document_id: string; day: string; all: number }>`
    insert into documents.read_counts as c (document_id, day, listed)
    select document_id, day, listed
    from json_to_recordset(${JSON.stringify(counted)}) as r (document_id uuid, day date, listed integer)
    on conflict (document_id, day) do update set
      listed = least(${MOST_LISTED_A_DAY}, c.listed + excluded.listed),
      unlisted = c.unlisted + greatest(0, c.listed + excluded.listed - ${MOST_LISTED_A_DAY})
    returning document_id, day::text, listed + unlisted as all`.execute(tx)
  const totals = new Map(rows.map(({ document_id, day, all }) => [`${document_id} ${day}`, all]))
  return days.map(({ document_id, day, reads }) => {
    const before = (totals.get(`${document_id} ${day}`) ?? 0) - reads.length
    return Math.max(0, MOST_LISTED_A_DAY - before)
  })
}

type Served = DocumentEventData['InspectionCopyServed']

interface ServedBy extends Served {
  readonly company_id: string
}

function eventsOf({ document_id, company_id }: DayOfReads, reads: readonly Read[]): readonly ServedBy[] {
  const events: ServedBy[] = []
  for (let from = 0; from < reads.length; from += MOST_IN_ONE_EVENT) {
    const some = reads.slice(from, from + MOST_IN_ONE_EVENT).map(toRead)
    events.push({ document_id, company_id, reads: some })
  }
  return events
}

function toRead({ at, version, address, link_id }: Read): InspectionRead {
  return { at: at.toISOString(), version, address, link_id }
}

/** Tells, once a day is over, how many reads of it were not listed. */
export async function closeDays(pool: Pool): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { rows } = await sql<{ document_id: string; company_id: string; unlisted: number }>`
      with over as (
        delete from documents.read_counts where (document_id, day) in (
          select document_id, day from documents.read_counts
          where day < ((now() at time zone 'UTC') - interval '1 hour')::date
          limit ${MOST_AT_ONCE} for update skip locked
        ) returning document_id, unlisted
      )
      select document_id, sum(unlisted)::integer as unlisted,
        (select company_id from documents.links l where l.document_id = over.document_id limit 1) as company_id
      from over where unlisted > 0 group by document_id`.execute(tx)
    await addToOutbox(
      tx,
      rows.map((row) => ({ ...row, reads: [] })),
    )
  })
}

async function addToOutbox(tx: Tx, events: readonly ServedBy[]): Promise<void> {
  if (events.length === 0) return
  const rows = events.map(({ company_id, ...data }) => {
    const id = uuidv7()
    return {
      id,
      document_id: data.document_id,
      type: 'InspectionCopyServed' as const,
      data: JSON.stringify(data),
      actor: JSON.stringify({ kind: 'system', id: 'documents', company_id }),
      correlation_id: id,
    }
  })
  await tx.insertInto('documents.outbox').values(rows).execute()
}
