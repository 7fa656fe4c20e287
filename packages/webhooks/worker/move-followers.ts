import { CompiledQuery } from 'kysely'
import type { Tx } from '../db.js'
import { HOLD_MS } from '../deliveries/insert-deliveries.js'
import { STEADY_PLANS } from '../deliveries/steady-plans.js'
import type { Settled } from './settle.js'

// Locked rows are being sent or cancelled; waiting for them could deadlock.
const MOVE = `
  with head as (
    select * from unnest($1::uuid[], $2::text[], $3::int[], $4::timestamptz[], $5::boolean[], $6::boolean[])
      as h (endpoint_id, ecmr_id, version, at, is_through, is_replay)
  ),
  follower as materialized (
    select f.id, head.at, head.is_through
    from head cross join lateral (
      select d.id from webhooks.deliveries d
      where d.status = 'pending' and d.endpoint_id = head.endpoint_id and d.ecmr_id = head.ecmr_id
        and d.version > head.version and d.attempts = 0 and (d.is_replay or not head.is_replay)
      order by d.version limit 1000 for update skip locked
    ) f
  )
  update webhooks.deliveries d
  set next_attempt_at = case when f.is_through then least(d.next_attempt_at, f.at)
    else greatest(d.next_attempt_at, f.at) end
  from follower f
  where d.id = any(array(select id from follower)) and d.id = f.id`

/**
 * While a delivery fails, puts off the later ones of its note until it will have lost its place; calls them back when
 * it is through, one way or another. The claim keeps the order without this. It only spares the claim from passing,
 * each time, over everything that waits behind a dead receiver.
 */
export async function moveFollowers(tx: Tx, results: readonly Settled[], now: Date): Promise<void> {
  const failing = results.filter(({ failing_since }) => failing_since !== null)
  if (failing.length === 0) return
  const isThrough = (head: Settled): boolean => head.status !== 'pending'
  const until = ({ failing_since }: Settled): Date => new Date((failing_since ?? now).getTime() + HOLD_MS)
  await tx.executeQuery(CompiledQuery.raw(STEADY_PLANS))
  await tx.executeQuery(
    CompiledQuery.raw(MOVE, [
      failing.map((head) => head.endpoint_id),
      failing.map((head) => head.ecmr_id),
      failing.map((head) => head.version),
      failing.map((head) => (isThrough(head) ? now : until(head))),
      failing.map(isThrough),
      failing.map((head) => head.is_replay),
    ]),
  )
}
