import type { openPool } from '@ecmr/postgres'

type Pool = ReturnType<typeof openPool>

/** What the service itself has on record about the deliveries. */
export interface DeliveryLog {
  readonly delivered: number
  /** neither pending nor delivered */
  readonly givenUp: number
  readonly pending: number
  readonly attempts: number
  /** attempts that were begun and are not in the log */
  readonly unlogged: number
  /** attempts in the log that show neither an answer nor an error */
  readonly withoutOutcome: number
  /** attempts shown as interrupted */
  readonly interrupted: number
}

const COUNTS = `
  select
    count(*) filter (where status = 'delivered')::int as delivered,
    count(*) filter (where status not in ('delivered', 'pending'))::int as "givenUp",
    count(*) filter (where status = 'pending')::int as pending,
    coalesce(sum(attempts), 0)::int as attempts
  from webhooks.deliveries`

const ATTEMPTS = `
  select count(*)::int as logged,
    count(*) filter (where response_status is null and error is null)::int as "withoutOutcome",
    count(*) filter (where error like 'interrupted%')::int as interrupted
  from webhooks.attempts`

type Counts = Pick<DeliveryLog, 'delivered' | 'givenUp' | 'pending' | 'attempts'>
type Attempts = Pick<DeliveryLog, 'withoutOutcome' | 'interrupted'> & { readonly logged: number }

export async function readDeliveryLog(pool: Pool): Promise<DeliveryLog> {
  const counts = (await pool.query<Counts>(COUNTS)).rows[0]
  const attempts = (await pool.query<Attempts>(ATTEMPTS)).rows[0]
  if (!counts || !attempts) throw new Error('PostgreSQL does not count')
  const { logged, ...outcomes } = attempts
  return { ...counts, ...outcomes, unlogged: counts.attempts - logged }
}

/** Which deliveries had an attempt that the receiver failed; what was interrupted is not among them. */
export async function failedDeliveries(pool: Pool): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct delivery_id as id from webhooks.attempts where error not like 'interrupted%'`,
  )
  return new Set(rows.map(({ id }) => id))
}
