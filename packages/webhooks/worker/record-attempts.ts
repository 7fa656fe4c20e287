import { kyselyOver } from '@ecmr/postgres'
import { CompiledQuery, type Transaction } from 'kysely'
import type { Pool } from 'pg'
import type { RecordAudit } from '../endpoints/audit.js'
import { disableEndpoint } from '../endpoints/disable-endpoint.js'
import type { WebhookTables } from '../tables.js'
import { moveFollowers } from './move-followers.js'
import type { Settled } from './settle.js'

// Deliveries are locked in the order of their ids, here and in cancelDeliveries, and endpoints before deliveries
// everywhere, so that nobody waits in a circle.
//
// A result that comes after the lease ran out, when somebody else has begun the next attempt, only counts when it is
// good news.
const RECORD = `
  with result as (
    select * from jsonb_to_recordset($1::jsonb) as r (
      delivery_id uuid, number int, started_at timestamptz, duration_ms int, response_status int,
      response_body text, error text, status text, failures int, failing_since timestamptz,
      next_attempt_at timestamptz, finished_at timestamptz, expedited boolean
    )
  ),
  attempt as (
    insert into webhooks.attempts
      (delivery_id, number, started_at, duration_ms, response_status, response_body, error)
    select delivery_id, number, started_at, duration_ms, response_status, response_body, error from result
    on conflict (delivery_id, number) do update set
      started_at = excluded.started_at, duration_ms = excluded.duration_ms, error = excluded.error,
      response_status = excluded.response_status, response_body = excluded.response_body
  ),
  locked as materialized (
    select id from webhooks.deliveries where id = any($2::uuid[]) order by id for update
  )
  update webhooks.deliveries d
  set status = r.status, failures = r.failures, failing_since = r.failing_since,
    next_attempt_at = r.next_attempt_at, finished_at = r.finished_at, leased_until = null,
    expedited = r.expedited
  from result r
  where d.id = any(array(select id from locked)) and d.id = r.delivery_id
    and ((d.status = 'pending' and d.attempts = r.number)
      or (d.status <> 'delivered' and r.status = 'delivered'))`

/**
 * Writes attempts and what becomes of their deliveries; disables endpoints that answered 410, and moves what waits
 * behind a delivery that fails.
 */
export async function recordAttempts(
  pool: Pool,
  settled: readonly Settled[],
  { recordAudit, now }: { readonly recordAudit: RecordAudit; readonly now: Date },
): Promise<void> {
  const parameters = [JSON.stringify(settled), settled.map((result) => result.delivery_id)]
  const failing = settled.filter((result) => result.failing_since !== null)
  const gone = new Set(settled.filter((result) => result.gone).map((result) => result.endpoint_id))
  if (failing.length === 0 && gone.size === 0) {
    await pool.query({ name: 'record webhook attempts', text: RECORD, values: parameters })
    return
  }
  await kyselyOver<WebhookTables>(pool)
    .transaction()
    .execute(async (tx) => {
      await lockEndpoints(tx, [...failing, ...settled.filter((result) => result.gone)])
      for (const id of gone) await disableEndpoint(tx, { id, reason: 'gone', now }, recordAudit)
      await tx.executeQuery(CompiledQuery.raw(RECORD, parameters))
      if (failing.length > 0) await moveFollowers(tx, failing, now)
    })
}

async function lockEndpoints(tx: Transaction<WebhookTables>, results: readonly Settled[]): Promise<void> {
  const ids = [...new Set(results.map((result) => result.endpoint_id))]
  await tx
    .selectFrom('webhooks.endpoints')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}
