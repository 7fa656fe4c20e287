import type { Register } from '@ecmr/contract'
import type { CompanyId } from '@ecmr/domain'
import { type CursorFault, openCursor, sealCursor } from '@ecmr/postgres'
import { fold } from '@ecmr/read-models'
import { type ExpressionBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { type Entry, entryColumns, entryFromRow } from './entry.js'
import { type RegisterTables, registersDb } from './tables.js'

/** One entry of the company; undefined when there is none under this id. */
export async function findEntry(
  pool: Pool,
  company: CompanyId,
  { register, id }: { readonly register: Register; readonly id: string },
): Promise<Entry | undefined> {
  const entry = (await findEntries(pool, company, [id])).get(id)
  return entry?.register === register ? entry : undefined
}

/** Those of the given ids that the company has, by their ids. */
export async function findEntries(
  pool: Pool,
  company: CompanyId,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Entry>> {
  const known = ids.filter((id) => isUuid(id))
  if (known.length === 0) return new Map()
  const rows = await registersDb(pool)
    .selectFrom('registers.entries')
    .select(entryColumns)
    .where('company_id', '=', company)
    .where('id', 'in', known)
    .execute()
  const found = new Map(rows.map((row) => [row.id, entryFromRow(row)]))
  return new Map(known.flatMap((id) => [[id, found.get(id.toLowerCase())] as const]).filter(isFound))
}

const isFound = (pair: readonly [string, Entry | undefined]): pair is readonly [string, Entry] =>
  pair[1] !== undefined

/** What is looked for in a register. */
interface Question {
  readonly register: Register
  /** words that all occur */
  readonly q?: string | undefined
  readonly reference?: string | undefined
  /** of vehicles: only trailers, or only others */
  readonly trailers?: boolean | undefined
}

const MOST_WORDS = 10

function matching({ register, q = '', reference, trailers }: Question, company: CompanyId) {
  const words = fold(q)
    .split(/\s+/)
    .filter((word) => word !== '')
  return ({ eb, and }: ExpressionBuilder<RegisterTables, 'registers.entries'>) =>
    and([
      eb('company_id', '=', company),
      eb('register', '=', register),
      ...(reference === undefined ? [] : [eb('reference', '=', reference)]),
      ...(trailers === undefined ? [] : [sql<boolean>`(data->>'kind' = 'trailer') = ${trailers}`]),
      // Not LIKE: what is typed is no pattern.
      ...words.slice(0, MOST_WORDS).map((word) => sql<boolean>`strpos(words, ${word}) > 0`),
    ])
}

/** 0 for entries whose name begins with what is looked for, 1 for the others. */
const rankFor = ({ q = '' }: Question) =>
  sql<number>`case when starts_with(title, ${fold(q.trim())}) then 0 else 1 end`

async function countMatching(pool: Pool, company: CompanyId, question: Question): Promise<number> {
  const { count } = await registersDb(pool)
    .selectFrom('registers.entries')
    .select((query) => query.fn.countAll<number>().as('count'))
    .where(matching(question, company))
    .executeTakeFirstOrThrow()
  return count
}

export interface EntryPage {
  readonly entries: readonly Entry[]
  readonly total: number
  readonly nextCursor: string | null
}

/** A page of a register in the order in which entries were added, those first whose name begins with what is looked for. */
export async function listEntries(
  pool: Pool,
  company: CompanyId,
  asked: Question & { readonly limit: number; readonly cursor?: string | undefined },
): Promise<EntryPage | CursorFault> {
  const { register, q, reference, limit, cursor } = asked
  const scope = { list: ['registers', company, register], question: { q, reference } }
  const place = cursor === undefined ? [] : openCursor(cursor, scope)
  if (typeof place === 'string') return place
  const [rank, seq] = place.map(Number)
  const rankOf = rankFor(asked)
  const [rows, total] = await Promise.all([
    registersDb(pool)
      .selectFrom('registers.entries')
      .select([...entryColumns, 'seq', rankOf.as('rank')])
      .where(matching(asked, company))
      .$if(rank !== undefined && seq !== undefined, (query) =>
        query.where(sql<boolean>`(${rankOf}, seq) > (${rank}::int, ${seq}::bigint)`),
      )
      .orderBy('rank')
      .orderBy('seq')
      .limit(limit + 1)
      .execute(),
    countMatching(pool, company, asked),
  ])
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    entries: shown.map(({ seq: _, rank: __, ...row }) => entryFromRow(row)),
    total,
    nextCursor: last === undefined ? null : sealCursor([String(last.rank), String(last.seq)], scope),
  }
}

/** Entries by name, those first whose name begins with what is looked for; a page by its place. */
export async function entriesByName(
  pool: Pool,
  company: CompanyId,
  asked: Question & { readonly limit: number; readonly offset?: number },
): Promise<Pick<EntryPage, 'entries' | 'total'>> {
  const [rows, total] = await Promise.all([
    registersDb(pool)
      .selectFrom('registers.entries')
      .select(entryColumns)
      .where(matching(asked, company))
      .orderBy(rankFor(asked))
      .orderBy('title')
      .orderBy('id')
      .limit(asked.limit)
      .offset(asked.offset ?? 0)
      .execute(),
    countMatching(pool, company, asked),
  ])
  return { entries: rows.map(entryFromRow), total }
}

/** Entries of which something ends until a day (YYYY-MM-DD), the first one first. */
export async function expiringEntries(
  pool: Pool,
  company: CompanyId,
  { until, most }: { readonly until: string; readonly most: number },
): Promise<Pick<EntryPage, 'entries' | 'total'>> {
  const due = registersDb(pool)
    .selectFrom('registers.entries')
    .where('company_id', '=', company)
    .where('first_expiry', '<=', until)
  const [rows, { count }] = await Promise.all([
    due.select(entryColumns).orderBy('first_expiry').orderBy('id').limit(most).execute(),
    due.select((query) => query.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { entries: rows.map(entryFromRow), total: count }
}
