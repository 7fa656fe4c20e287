import type { Pool } from 'pg'
import type { Claimed } from './claim.js'

// As if they had never been claimed. Locked in the order of their ids, as everywhere.
const GIVE_BACK = `
  with given as (
    select * from unnest($1::uuid[], $2::int[], $3::boolean[]) as g (id, number, expedited)
  ),
  locked as materialized (
    select id from webhooks.deliveries where id = any($1::uuid[]) order by id for update
  )
  update webhooks.deliveries d
  set attempts = d.attempts - 1, leased_until = null, expedited = d.expedited or g.expedited
  from given g
  where d.id = any(array(select id from locked)) and d.id = g.id and d.status = 'pending' and d.attempts = g.number`

/** Gives back claimed deliveries whose attempts have not begun: any worker may claim them again. */
export async function giveBack(pool: Pool, deliveries: readonly Claimed[]): Promise<void> {
  await pool.query({
    name: 'give webhook deliveries back',
    text: GIVE_BACK,
    values: [
      deliveries.map(({ id }) => id),
      deliveries.map(({ attempt }) => attempt),
      deliveries.map(({ expedited }) => expedited),
    ],
  })
}
