import type { CompanyId } from '@ecmr/domain'
import type { Pool } from 'pg'

/** So many mails with documents may a company send on one day (UTC). */
export const MOST_MAILS_A_DAY = 100

/** Mails that count for a day, until they are given back. */
export interface TakenMails {
  readonly company: CompanyId
  /** as PostgreSQL writes it */
  readonly day: string
  readonly count: number
}

export type MailsTaken =
  | { readonly ok: true; readonly taken: TakenMails }
  /** nothing was taken; `left` of them are, until the day is over */
  | { readonly ok: false; readonly left: number; readonly retryAfterSeconds: number }

const TODAY = `(now() at time zone 'utc')::date`

const TAKE = `
  insert into documents.mail_counts as known (company_id, day, mails) values ($1, ${TODAY}, $2)
  on conflict (company_id) do update
  set day = excluded.day, mails = excluded.mails + case when known.day = excluded.day then known.mails else 0 end
  where known.day <> excluded.day or known.mails + excluded.mails <= ${MOST_MAILS_A_DAY}
  returning day::text`

const REST_OF_DAY = `
  select ceil(extract(epoch from ${TODAY} + 1 - (now() at time zone 'utc')))::int as seconds,
    coalesce((select mails from documents.mail_counts where company_id = $1 and day = ${TODAY}), 0) as mails`

/**
 * Counts mails before they are sent: all of them, or none when that would be too many for the day. However many processes do so
 * at once, a company never has more.
 *
 * @param count at most MOST_MAILS_A_DAY
 */
export async function takeMails(pool: Pool, company: CompanyId, count: number): Promise<MailsTaken> {
  const { rows } = await pool.query<{ day: string }>({
    name: 'take mails',
    text: TAKE,
    values: [company, count],
  })
  const [taken] = rows
  if (taken) return { ok: true, taken: { company, day: taken.day, count } }
  const rest = await pool.query<{ seconds: number; mails: number }>(REST_OF_DAY, [company])
  const { seconds = 0, mails = 0 } = rest.rows[0] ?? {}
  return { ok: false, left: MOST_MAILS_A_DAY - mails, retryAfterSeconds: seconds }
}

/** Mails that were taken and not sent count no more. */
export async function giveBackMails(pool: Pool, { company, day }: TakenMails, count: number): Promise<void> {
  if (count === 0) return
  await pool.query(
    'update documents.mail_counts set mails = greatest(0, mails - $3) where company_id = $1 and day = $2',
    [company, day, count],
  )
}
