import type { openPool } from '@ecmr/postgres'
import { Type } from '@sinclair/typebox'
import { bodyOf } from '../../harness/body-of.js'
import type { Subscriber } from './subscriber.js'

const details = Type.Object({
  attempt_log: Type.Array(
    Type.Object({
      number: Type.Integer(),
      error: Type.Union([Type.String(), Type.Null()]),
      duration_ms: Type.Union([Type.Integer(), Type.Null()]),
    }),
  ),
})

const NEWEST = `
  select d.id, d.endpoint_id, a.number from webhooks.attempts a join webhooks.deliveries d on d.id = a.delivery_id
  where a.error like 'interrupted%' and a.duration_ms is null order by a.started_at desc limit 1`

/** Whether the owner of an endpoint is shown that an attempt was interrupted. */
export async function showsInterrupted(
  pool: ReturnType<typeof openPool>,
  service: string,
  subscribers: readonly Subscriber[],
): Promise<boolean> {
  const { rows } = await pool.query<{ id: string; endpoint_id: string; number: number }>(NEWEST)
  const [newest] = rows
  const owner = subscribers.find(({ id }) => id === newest?.endpoint_id)
  if (!newest || !owner) return false
  const path = `${service}/api/webhooks/${owner.id}/deliveries/${newest.id}`
  const answer = await fetch(path, { headers: { 'x-api-key': owner.company.key } })
  const { attempt_log } = await bodyOf(answer, details)
  return attempt_log.some(
    ({ number, error }) => number === newest.number && error?.startsWith('interrupted:'),
  )
}
