import { createHash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Pool } from 'pg'
import { inTransaction, type Tx } from '../db.js'
import type { Language } from '../users/user.js'
import { MOST_MAILS_AN_HOUR, type NoticeKind } from './kinds.js'

/** What has happened, or (`late_deliveries`) on which day deliveries are late. */
export interface Notice {
  readonly kind: NoticeKind
  readonly source: string
  readonly ecmr_id: string | null
  readonly ecmr_number: string | null
  readonly signed_as: string | null
  readonly recorded_at: Date | null
}

/** A mail that one process has taken charge of for two minutes. */
export interface ClaimedMail {
  /** the same at each attempt, and after a restore */
  readonly id: string
  readonly person: Person
  readonly notices: readonly [Notice, ...Notice[]]
  readonly attempts: number
}

interface Person {
  readonly id: string
  readonly email: string
  readonly language: Language
  readonly company_id: string
  readonly company_name: string
  readonly time_zone: string
}

/** Who is mailed about which company. */
export interface Recipient {
  readonly user_id: string
  readonly company_id: string
}

interface Row extends Notice {
  readonly mail_id: string | null
  readonly is_gathered: boolean
  readonly attempts: number
}

/** People to whom something is to be mailed: one of each company, so that each company gets its turn. */
export async function peopleDue(pool: Pool, most: number): Promise<readonly Recipient[]> {
  const { rows } = await pool.query<Recipient>(
    `select user_id, company_id from (
       select distinct on (company_id) user_id, company_id from accounts.notices
       where ended_at is null and next_at <= now() order by company_id, next_at
     ) due order by random() limit $1`,
    [most],
  )
  return rows
}

/**
 * Takes charge of a person's next mail about a company. Notices that the person does not want any more, or that were planned for
 * another role, are deleted. Undefined: there is none, or its turn comes later.
 */
export function claimMail(pool: Pool, to: Recipient): Promise<ClaimedMail | undefined> {
  return inTransaction(pool, async (tx) => {
    const person = await lockPerson(tx, to)
    if (person === undefined) return undefined
    const mine = sql`user_id = ${to.user_id} and company_id = ${to.company_id}`
    await sql`
      delete from accounts.notices n using accounts.memberships m
      where n.user_id = ${to.user_id} and n.company_id = ${to.company_id} and n.ended_at is null
        and m.user_id = n.user_id and m.company_id = n.company_id
        and (n.role <> m.role or not n.kind = any(m.notices))`.execute(tx)
    const { rows } = await sql<Row>`
      select kind, source, ecmr_id, ecmr_number, signed_as, recorded_at, mail_id, is_gathered, attempts from accounts.notices
      where ${mine} and ended_at is null and next_at <= now()
      order by mail_id nulls last, is_gathered desc, source, kind`.execute(tx)
    const [first, ...others] = rows
    if (first === undefined) return undefined
    if (first.mail_id === null && (await hadItsShare(tx, to.user_id))) return gather(tx, mine)
    const isTogether = ({ mail_id, is_gathered }: Row): boolean =>
      first.mail_id === null
        ? first.is_gathered && is_gathered && mail_id === null
        : mail_id === first.mail_id
    const notices = [first, ...others.filter(isTogether)] as const
    const id = first.mail_id ?? mailId(to, first)
    await sql`
      update accounts.notices n set mail_id = ${id}, claimed_at = coalesce(claimed_at, now()), attempts = attempts + 1,
        next_at = now() + interval '2 minutes'
      from unnest(${notices.map(({ kind }) => kind)}::text[], ${notices.map(({ source }) => source)}::text[]) c (kind, source)
      where n.user_id = ${to.user_id} and n.company_id = ${to.company_id} and n.kind = c.kind and n.source = c.source`.execute(
      tx,
    )
    return { id, person, notices, attempts: first.attempts + 1 }
  })
}

// Two processes that claim for one person take turns, so that neither exceeds the person's share.
async function lockPerson(tx: Tx, { user_id, company_id }: Recipient): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.id, u.email, u.language, m.company_id, c.name as company_name, c.time_zone
    from accounts.users u join accounts.memberships m on m.user_id = u.id join accounts.companies c on c.id = m.company_id
    where u.id = ${user_id} and c.id = ${company_id} for no key update of u skip locked`.execute(tx)
  return rows[0]
}

async function hadItsShare(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql<{ mails: number }>`
    select count(distinct mail_id)::int as mails from accounts.notices
    where user_id = ${userId} and claimed_at >= date_trunc('hour', now())`.execute(tx)
  return (rows[0]?.mails ?? 0) >= MOST_MAILS_AN_HOUR
}

async function gather(tx: Tx, mine: RawBuilder<unknown>): Promise<undefined> {
  await sql`
    update accounts.notices set is_gathered = kind <> 'late_deliveries',
      due_at = date_trunc('hour', now()) + interval '1 hour', next_at = date_trunc('hour', now()) + interval '1 hour'
    where ${mine} and ended_at is null and mail_id is null`.execute(tx)
}

function mailId({ user_id, company_id }: Recipient, { kind, source }: Notice): string {
  return createHash('sha256').update(`${user_id} ${company_id} ${kind} ${source}`).digest('hex').slice(0, 40)
}
