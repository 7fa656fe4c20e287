import type { CompanyId } from '@ecmr/domain'
import type { Position } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { isUuid } from '../fields.js'
import { type HistoryEntry, historyEntry, type KeptEvent } from './entry.js'

/** A page of a note's history. */
export interface HistoryPage {
  readonly entries: readonly HistoryEntry[]
  /** how many there are in all; 0: the company has no such note */
  readonly total: number
  readonly hasMore: boolean
  /** an earlier page of as many entries is one that was cut, so that the number of this page says nothing */
  readonly isAfterCut: boolean
}

const KEPT = 'position, ecmr_id, revision, type, data, metadata'

/** A row of a page that is cut by bytes: how many rows there were to choose from. */
interface Bounded extends KeptEvent {
  readonly candidates: number
}

/**
 * The first of some rows, until their bytes exceed a limit; at least one. Only sizes are looked at for the others: what
 * an event says lies elsewhere when it is large, and is not read.
 *
 * @param rows a query of the columns of KEPT and of bytes, in the order of `order`
 */
function firstWithin(rows: string, order: string, limit: string): string {
  return `select ${KEPT}, candidates from (
      select *, sum(bytes) over log as filled, row_number() over log as place, count(*) over () as candidates
      from (${rows}) page window log as (order by ${order} rows unbounded preceding)
    ) sized where place = 1 or filled <= ${limit} order by ${order}`
}

const NOTE_PAGE = firstWithin(
  `select ${KEPT}, bytes from rm_history.events where ecmr_id = $1 and company_id = $2 and revision >= $3
   order by revision limit $4`,
  'revision',
  '$5',
)
const NOTE_TOTAL = `
  with sized as (select revision, bytes from rm_history.events where ecmr_id = $1 and company_id = $2)
  select (select count(*) from sized) as total,
    exists (select from sized where revision < $3 group by revision / $4 having count(*) > 1 and sum(bytes) > $5) as cut`
const CHANGES = firstWithin(
  `select ${KEPT}, bytes from rm_history.events where company_id = $1 and position > $2 order by position limit $3`,
  'position',
  '$4',
)

/**
 * A page of a note's history, oldest first. It ends early when its entries are large.
 *
 * @param owner the company that the note belongs to
 * @param place.isOwn whether it is the one that reads it, too; if not, what stays with it is left out
 */
export async function noteHistory(
  db: Pool,
  owner: CompanyId,
  ecmrId: string,
  place: { readonly after: number; readonly limit: number; readonly isOwn?: boolean },
): Promise<HistoryPage> {
  const { after, limit, isOwn = true } = place
  if (!isUuid(ecmrId)) return { entries: [], total: 0, hasMore: false, isAfterCut: false }
  const values = [ecmrId, owner, after, limit, LARGEST_PAGE_BYTES]
  const [events, counted] = await Promise.all([
    db.query<Bounded>({ name: 'note history', text: NOTE_PAGE, values }),
    db.query<{ total: number; cut: boolean }>({ name: 'note history total', text: NOTE_TOTAL, values }),
  ])
  const entries = events.rows.map((row) => historyEntry(row, isOwn))
  const { total = 0, cut = false } = counted.rows[0] ?? {}
  const last = entries.at(-1)
  return { entries, total, hasMore: last !== undefined && last.version < total, isAfterCut: cut }
}

/** What happened to a company's notes after a position. */
export interface CompanyChanges {
  readonly entries: readonly HistoryEntry[]
  /** there are more right now */
  readonly hasMore: boolean
}

/**
 * What happened to a company's notes after a position, oldest first. It ends early when the entries are large.
 *
 * Events of a parked stream are missing until they are retried, and appear at their old place then.
 */
export async function companyChanges(
  db: Pool,
  company: CompanyId,
  { after, limit }: { readonly after: Position; readonly limit: number },
): Promise<CompanyChanges> {
  const { rows } = await db.query<Bounded>({
    name: 'company changes',
    text: CHANGES,
    values: [company, after, limit + 1, LARGEST_PAGE_BYTES],
  })
  const entries = rows.slice(0, limit).map((row) => historyEntry(row))
  return { entries, hasMore: (rows[0]?.candidates ?? 0) > entries.length }
}

/** When anything last happened to any of a company's notes (RFC 3339, UTC); `undefined` when nothing ever has. */
export async function lastChange(db: Pool, company: CompanyId): Promise<string | undefined> {
  const { rows } = await db.query<{ recorded_at: Date }>({
    name: 'last change',
    text: `select recorded_at from rm_history.events where company_id = $1
      order by recorded_at desc, position desc limit 1`,
    values: [company],
  })
  return rows[0]?.recorded_at.toISOString()
}

/**
 * The events of one page take at most so many bytes, unless it is a single event: a page ends before the event that
 * would exceed it. An answer shows what a creation or an edit says twice, as changes and as data, and so stays around
 * twice as many.
 */
export const LARGEST_PAGE_BYTES = 1024 * 1024
