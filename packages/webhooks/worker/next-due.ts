import type { Pool } from 'pg'
import { withSteadyPlans } from '../deliveries/steady-plans.js'
import { WAITING } from './waiting-endpoints.js'

const NEXT_DUE = `
  with recursive ${WAITING}
  select min(
    (select d.next_attempt_at from webhooks.deliveries d
     where d.status = 'pending' and d.endpoint_id = w.endpoint_id and d.next_attempt_at > $1
     order by d.next_attempt_at limit 1)
  ) as at
  from waiting w`

/** When the next delivery that is not due yet becomes so; `undefined` when there is none. */
export async function nextDue(pool: Pool, now: Date): Promise<Date | undefined> {
  const query = { name: 'next webhook delivery due', text: NEXT_DUE, values: [now] }
  const { rows } = await withSteadyPlans(pool, (client) => client.query<{ at: Date | null }>(query))
  return rows[0]?.at ?? undefined
}
