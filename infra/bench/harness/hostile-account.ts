import { setTimeout as delay } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Subscriber } from './subscribers.js'

const LOOK_EVERY_MS = 200

interface Kind {
  readonly company: string
  readonly outcome: string
  readonly longest: number
  readonly attempts: number
}

const KINDS = `
  select d.endpoint_id, count(*) as attempts, max(a.duration_ms) as longest,
    string_agg(distinct coalesce(a.response_status::text, split_part(a.error, ':', 1)), ', ') as outcome
  from webhooks.attempts a join webhooks.deliveries d on d.id = a.delivery_id
  where d.endpoint_id = any($1) and a.duration_ms is not null
  group by d.endpoint_id`

/** What came of the attempts at each hostile endpoint, once there is one at every one of them. */
export async function hostileAccount(pool: Pool, hostile: readonly Subscriber[]): Promise<readonly Kind[]> {
  const ids = hostile.map(({ id }) => id)
  for (;;) {
    const { rows } = await pool.query<Kind & { endpoint_id: string }>(KINDS, [ids])
    const found = new Map(rows.map((row) => [row.endpoint_id, row]))
    const kinds = hostile.flatMap(({ id, company }) => {
      const row = found.get(id)
      return row ? [{ ...row, company }] : []
    })
    if (kinds.length === hostile.length) return kinds
    await delay(LOOK_EVERY_MS)
  }
}
