import { timingSafeEqual } from 'node:crypto'
import type { Pool } from 'pg'

/** How a code comes to the person who signs. */
export type CodeWay = 'mailed_code' | 'told_code'

export const codeLimits = {
  minutes: 15,
  tries: 5,
  anHour: 5,
  /** of one invitation altogether: a hundred guesses at a million codes */
  altogether: 20,
} as const

/** A link as it is found by its token. */
export interface FoundLink {
  readonly invitation_id: string
  readonly ecmr_id: string
  readonly company_id: string
}

/** After an invitation has expired, its link still says so for a month. */
const KEPT_DAYS = 30
const MOST_FORGOTTEN = 100

/** Keeps what a link is found by; a repeat changes nothing. Forgets some that expired long ago. */
export async function keepLink(
  pool: Pool,
  link: FoundLink & {
    readonly hash: Uint8Array
    /** of a driver’s page, where there is one */
    readonly driverHash?: Uint8Array
    readonly expires_at: string
  },
): Promise<void> {
  await pool.query(
    `delete from signing.links where invitation_id in (
       select invitation_id from signing.links where kept_until < now() limit ${MOST_FORGOTTEN})`,
  )
  await pool.query({
    name: 'keep signing link',
    text: `insert into signing.links (invitation_id, token_hash, driver_hash, ecmr_id, company_id, kept_until)
      values ($1, $2, $3, $4, $5, $6::timestamptz + interval '${KEPT_DAYS} days') on conflict do nothing`,
    values: [
      ...[link.invitation_id, Buffer.from(link.hash), link.driverHash ? Buffer.from(link.driverHash) : null],
      ...[link.ecmr_id, link.company_id, link.expires_at],
    ],
  })
}

/** The link with this hash of its token. */
export async function findLink(pool: Pool, hash: Uint8Array): Promise<FoundLink | undefined> {
  const { rows } = await pool.query<FoundLink>({
    name: 'find signing link',
    text: 'select invitation_id::text, ecmr_id::text, company_id from signing.links where token_hash = $1',
    values: [Buffer.from(hash)],
  })
  return rows[0]
}

/** The link with this hash of the token of its driver’s page. */
export async function findDriverLink(pool: Pool, hash: Uint8Array): Promise<FoundLink | undefined> {
  const { rows } = await pool.query<FoundLink>({
    name: 'find driver link',
    text: 'select invitation_id::text, ecmr_id::text, company_id from signing.links where driver_hash = $1',
    values: [Buffer.from(hash)],
  })
  return rows[0]
}

const SAME_HOUR = `hour_began > now() - interval '1 hour'`

/**
 * Keeps a new code in the place of the one before, with all tries ahead.
 *
 * @returns until when it is good; undefined: there were as many codes as there may be, and the one before stays
 */
export async function keepCode(
  pool: Pool,
  invitationId: string,
  { hash, way }: { readonly hash: Uint8Array; readonly way: CodeWay },
): Promise<Date | undefined> {
  const { rows } = await pool.query<{ code_expires_at: Date }>({
    name: 'keep signing code',
    text: `update signing.links set code_hash = $2, code_way = $3, tries = 0, codes = codes + 1,
        code_expires_at = now() + interval '${codeLimits.minutes} minutes',
        codes_in_hour = case when ${SAME_HOUR} then codes_in_hour + 1 else 1 end,
        hour_began = case when ${SAME_HOUR} then hour_began else now() end
      where invitation_id = $1 and codes < ${codeLimits.altogether}
        and (codes_in_hour < ${codeLimits.anHour} or not coalesce(${SAME_HOUR}, false))
      returning code_expires_at`,
    values: [invitationId, Buffer.from(hash), way],
  })
  return rows[0]?.code_expires_at
}

/** What became of a guess: `left` tries are left for this code; with none it is good no more. */
export type CodeTried =
  | { readonly ok: true; readonly way: CodeWay }
  | { readonly ok: false; readonly left: number }

/**
 * Tries a code. The guess is counted before it is looked at, in one statement, so that guesses at the same time are as many
 * guesses.
 */
export async function tryCode(pool: Pool, invitationId: string, hash: Uint8Array): Promise<CodeTried> {
  const { rows } = await pool.query<{ code_hash: Buffer; code_way: CodeWay; tries: number }>({
    name: 'try signing code',
    text: `update signing.links set tries = tries + 1
      where invitation_id = $1 and code_hash is not null and code_expires_at > now() and tries < ${codeLimits.tries}
      returning code_hash, code_way, tries`,
    values: [invitationId],
  })
  const [row] = rows
  if (row === undefined) return { ok: false, left: 0 }
  return timingSafeEqual(new Uint8Array(row.code_hash), hash)
    ? { ok: true, way: row.code_way }
    : { ok: false, left: codeLimits.tries - row.tries }
}

/** A code is good once. */
export async function forgetCode(pool: Pool, invitationId: string): Promise<void> {
  await pool.query('update signing.links set code_hash = null where invitation_id = $1', [invitationId])
}
