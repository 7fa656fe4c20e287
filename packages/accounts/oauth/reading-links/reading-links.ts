import { sql } from 'kysely'
import type { Pool } from 'pg'
import { accountsDb, inTransaction } from '../../db.js'
import { hashToken, isToken, newToken } from '../../tokens.js'
import type { AssistantAccess } from '../tokens/access-tokens.js'
import { seal, unseal } from './sealed.js'

/** How long a link waits for a document, and what was read of it for the assistant; milliseconds. */
export const READING_LINK_MS = 10 * 60_000
/** So many links of a company wait, or hold what was read, at a time. */
const MOST_OF_A_COMPANY = 20
/** No reading takes so long: the process that was reading is gone, and the link may be used again. */
const LOST_AFTER_SECONDS = 180
/** So long it can be told apart from one that never was. */
const KNOWN_FOR = '1 hour'

/** Where a link leads: a page of the panel. */
export const READING_LINK_PATH = '/documento-para-asistente'

export function readingLinkUrl(siteUrl: string, token: string): string {
  return `${siteUrl}${READING_LINK_PATH}/${token}`
}

const lifetime = sql<Date>`now() + make_interval(secs => ${READING_LINK_MS / 1_000})`

/** A link for the person who connected an assistant; or that there are as many as may be. */
export type NewReadingLink =
  | { readonly ok: true; readonly token: string; readonly expires_at: string }
  | { readonly ok: false; readonly retryAfterSeconds: number }

/** Makes a link for a document that an assistant wants to have read. The token stands in it, and nowhere else. */
export async function openReadingLink(
  pool: Pool,
  { grantId, company, user }: AssistantAccess,
  prompt: string | undefined,
): Promise<NewReadingLink> {
  const { token, hash } = newToken()
  return inTransaction(pool, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`reading links ${company.id}`}, 0))`.execute(tx)
    const alive = await tx
      .selectFrom('oauth.reading_links')
      .select([
        sql<number>`count(*)::int`.as('count'),
        sql<number>`ceil(extract(epoch from min(expires_at) - now()))::int`.as('seconds'),
      ])
      .where('company_id', '=', company.id)
      .where('expires_at', '>', sql<Date>`now()`)
      .executeTakeFirstOrThrow()
    if (alive.count >= MOST_OF_A_COMPANY) return { ok: false, retryAfterSeconds: Math.max(1, alive.seconds) }
    const { expires_at } = await tx
      .insertInto('oauth.reading_links')
      .values({
        token_hash: hash,
        grant_id: grantId,
        company_id: company.id,
        user_id: user.id,
        prompt: prompt === undefined ? null : seal(token, prompt),
        expires_at: lifetime,
      })
      .returning('expires_at')
      .executeTakeFirstOrThrow()
    return { ok: true, token, expires_at: expires_at.toISOString() }
  })
}

/** Where the document of a link stands. */
export type ReadingLinkState =
  | { readonly state: 'waiting'; readonly expires_at: string }
  | { readonly state: 'reading' }
  | { readonly state: 'read'; readonly reading: unknown; readonly expires_at: string }
  /** it has expired, or there is none of this grant */
  | { readonly state: 'none' }

/** What has become of a link that this grant has asked for. */
export async function readingOf(
  pool: Pool,
  { grantId }: Pick<AssistantAccess, 'grantId'>,
  token: string,
): Promise<ReadingLinkState> {
  const link = await findRow(pool, token)
  if (link === undefined || link.grant_id !== grantId || link.isPast) return { state: 'none' }
  const expires_at = link.expires_at.toISOString()
  if (link.read_at !== null && link.reading !== null)
    return { state: 'read', reading: unseal(token, link.reading), expires_at }
  return link.isTaken ? { state: 'reading' } : { state: 'waiting', expires_at }
}

/** What the person who opens a link gets to know of it. */
export interface OpenedLink {
  readonly state: 'waiting' | 'reading' | 'used' | 'expired' | 'disconnected'
  readonly user_id: string
  /** for which the assistant reads */
  readonly company_id: string
  /** what the assistant calls itself; unverified */
  readonly client_name: string
  readonly expires_at: string
}

/** The link with this token; `undefined` when there is none. */
export async function findReadingLink(pool: Pool, token: string): Promise<OpenedLink | undefined> {
  const link = await findRow(pool, token)
  if (link === undefined) return undefined
  const { user_id, company_id, client_name, expires_at } = link
  return { state: stateOf(link), user_id, company_id, client_name, expires_at: expires_at.toISOString() }
}

function stateOf(link: Row): OpenedLink['state'] {
  if (link.read_at !== null) return 'used'
  if (link.isPast) return 'expired'
  if (link.ended_at !== null) return 'disconnected'
  return link.isTaken ? 'reading' : 'waiting'
}

/**
 * Takes a link for the reading of a document: of many who send one at once, one gets it.
 *
 * @returns what the assistant wants to know of the document; `undefined`: the link is not waiting, or is for another person
 */
export async function takeReadingLink(
  pool: Pool,
  userId: string,
  token: string,
): Promise<{ readonly prompt?: string } | undefined> {
  if (!isToken(token)) return undefined
  const taken = await accountsDb(pool)
    .updateTable('oauth.reading_links')
    .set({ taken_at: sql`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where((where) => where.or([where('taken_at', 'is', null), sql<boolean>`not ${isTaken}`]))
    .returning('prompt')
    .executeTakeFirst()
  if (taken === undefined) return undefined
  const prompt = taken.prompt === null ? undefined : unseal(token, taken.prompt)
  return typeof prompt === 'string' ? { prompt } : {}
}

/** Lets a link wait again: nothing was read of what was sent. */
export async function releaseReadingLink(pool: Pool, token: string): Promise<void> {
  await accountsDb(pool)
    .updateTable('oauth.reading_links')
    .set({ taken_at: null })
    .where('token_hash', '=', hashToken(token))
    .where('read_at', 'is', null)
    .execute()
}

/** Keeps what was read for the assistant, from now on for as long as the link waited; false: the link is gone. */
export async function completeReadingLink(pool: Pool, token: string, reading: unknown): Promise<boolean> {
  const { numUpdatedRows } = await accountsDb(pool)
    .updateTable('oauth.reading_links')
    .set({ read_at: sql`now()`, reading: seal(token, reading), prompt: null, expires_at: lifetime })
    .where('token_hash', '=', hashToken(token))
    .where('read_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Erases what has expired, and forgets links an hour later; how many rows it has changed. */
export async function pruneReadingLinks(pool: Pool): Promise<number> {
  const db = accountsDb(pool)
  const erased = await db
    .updateTable('oauth.reading_links')
    .set({ reading: null, prompt: null })
    .where('expires_at', '<=', sql<Date>`now()`)
    .where((where) => where.or([where('reading', 'is not', null), where('prompt', 'is not', null)]))
    .executeTakeFirst()
  const deleted = await db
    .deleteFrom('oauth.reading_links')
    .where('expires_at', '<=', sql<Date>`now() - interval '${sql.raw(KNOWN_FOR)}'`)
    .executeTakeFirst()
  return Number(erased.numUpdatedRows + deleted.numDeletedRows)
}

/** How many links hold what should have been erased so many seconds ago. */
export async function lateReadingLinks(pool: Pool, seconds: number): Promise<number> {
  const { late } = await accountsDb(pool)
    .selectFrom('oauth.reading_links')
    .select(sql<number>`count(*)::int`.as('late'))
    .where('expires_at', '<=', sql<Date>`now() - make_interval(secs => ${seconds})`)
    .where((where) => where.or([where('reading', 'is not', null), where('prompt', 'is not', null)]))
    .executeTakeFirstOrThrow()
  return late
}

const isTaken = sql<boolean>`coalesce(taken_at > now() - make_interval(secs => ${LOST_AFTER_SECONDS}), false)`

type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>

async function findRow(pool: Pool, token: string) {
  if (!isToken(token)) return undefined
  return accountsDb(pool)
    .selectFrom('oauth.reading_links as l')
    .innerJoin('oauth.grants as g', 'g.id', 'l.grant_id')
    .innerJoin('oauth.clients as c', 'c.id', 'g.client_id')
    .select([
      'l.grant_id',
      'l.user_id',
      'l.company_id',
      'l.expires_at',
      'l.read_at',
      'l.reading',
      'g.ended_at',
    ])
    .select(['c.name as client_name', isTaken.as('isTaken')])
    .select(sql<boolean>`l.expires_at <= now()`.as('isPast'))
    .where('l.token_hash', '=', hashToken(token))
    .executeTakeFirst()
}
