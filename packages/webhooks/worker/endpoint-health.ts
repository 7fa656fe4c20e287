import { sql, type Transaction } from 'kysely'
import type { WebhookTables } from '../tables.js'
import type { Health } from './circuit.js'

/**
 * Locks the health of endpoints, which is made where there is none, in the order of their ids. Changing nothing is what
 * locks a row that was made meanwhile.
 */
export async function lockHealth(
  tx: Transaction<WebhookTables>,
  endpointIds: readonly string[],
): Promise<ReadonlyMap<string, Health>> {
  const { rows } = await sql<Health & { readonly endpoint_id: string }>`
    insert into webhooks.endpoint_health as h (endpoint_id)
    select id from unnest(${endpointIds}::uuid[]) as e (id) order by id
    on conflict (endpoint_id) do update set failures = h.failures
    returning endpoint_id, failures, failing_since, times_opened, open_until`.execute(tx)
  return new Map(rows.map(({ endpoint_id, ...health }) => [endpoint_id, health]))
}

/** Writes the health of endpoints that are locked. */
export async function writeHealth(
  tx: Transaction<WebhookTables>,
  health: ReadonlyMap<string, Health>,
): Promise<void> {
  const rows = [...health].map(([endpoint_id, state]) => ({ endpoint_id, ...state }))
  await sql`
    update webhooks.endpoint_health h
    set failures = r.failures, failing_since = r.failing_since, times_opened = r.times_opened,
      open_until = r.open_until
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r
      (endpoint_id uuid, failures int, failing_since timestamptz, times_opened int, open_until timestamptz)
    where h.endpoint_id = r.endpoint_id`.execute(tx)
}
