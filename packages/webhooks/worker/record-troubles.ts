import { CompiledQuery, sql } from 'kysely'
import type { Pool } from 'pg'
import { inTransaction, STEADY_PLANS, type Tx } from '../db.js'
import { HOLD_MS } from '../deliveries/insert-deliveries.js'
import type { RecordAudit } from '../endpoints/audit.js'
import { disableEndpoint } from '../endpoints/disable-endpoint.js'
import { givenUpSince, type Health, healthAfter, healthy, isGivenUp } from './circuit.js'
import { recordStatement } from './record-statement.js'
import type { Settled } from './settle.js'

export interface TroubleContext {
  readonly recordAudit: RecordAudit
  readonly now: Date
}

/**
 * Writes the results of endpoints that fail, or have failed: the health of these changes as well, those that are gone
 * or given up are disabled, and what waits behind a failing delivery is moved.
 *
 * Locks are taken as everywhere: endpoints, their health, deliveries. Of the endpoints only those that may have to be
 * disabled are locked, since planning would have to wait.
 */
export async function recordTroubles(
  pool: Pool,
  settled: readonly Settled[],
  { recordAudit, now }: TroubleContext,
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const ids = [...new Set(settled.map((result) => result.endpoint_id))]
    const locked = await lockDoomed(tx, ids, settled, now)
    const before = await lockHealth(tx, ids)
    const urls = await readUrls(tx, ids)
    const results = settled.map((result) => spareNewAddress(result, urls.get(result.endpoint_id), now))
    const after = ageHealth(before, results, urls)
    await writeHealth(tx, after)
    const gone = results.filter(({ verdict }) => verdict === 'gone').map((result) => result.endpoint_id)
    for (const id of new Set(gone)) await disableEndpoint(tx, { id, reason: 'gone', now }, recordAudit)
    for (const [id, health] of after) {
      if (!locked.has(id) || !isGivenUp(health, now)) continue
      await disableEndpoint(tx, { id, reason: 'failing', now }, recordAudit)
    }
    const { text, values } = recordStatement(results, [])
    await tx.executeQuery(CompiledQuery.raw(text, values))
    await moveFollowers(tx, results, now)
  })
}

/** Locks those that may have to be disabled. */
async function lockDoomed(
  tx: Tx,
  ids: readonly string[],
  settled: readonly Settled[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const gone = settled.filter(({ verdict }) => verdict === 'gone').map((result) => result.endpoint_id)
  const rows = await tx
    .selectFrom('webhooks.endpoints as e')
    .select('e.id')
    .where('e.id', 'in', ids)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        ...(gone.length > 0 ? [eb('e.id', 'in', gone)] : []),
        exists(
          selectFrom('webhooks.endpoint_health as h')
            .select('h.endpoint_id')
            .whereRef('h.endpoint_id', '=', 'e.id')
            .where('h.failing_since', '<=', givenUpSince(now)),
        ),
      ]),
    )
    .orderBy('e.id')
    .forNoKeyUpdate()
    .execute()
  return new Set(rows.map(({ id }) => id))
}

type Urls = ReadonlyMap<string, string>

/** Read once their health is locked: changing an address resets its health. */
async function readUrls(tx: Tx, ids: readonly string[]): Promise<Urls> {
  const rows = await tx
    .selectFrom('webhooks.endpoints')
    .select(['id', 'url'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map(({ id, url }) => [id, url]))
}

/** A receiver that its owner has left since cannot have the endpoint disabled; the new one gets what it refused. */
function spareNewAddress(result: Settled, url: string | undefined, now: Date): Settled {
  if (result.verdict !== 'gone' || result.url === url) return result
  return { ...result, verdict: 'failed', status: 'pending', next_attempt_at: now, finished_at: null }
}

function ageHealth(
  before: ReadonlyMap<string, Health>,
  results: readonly Settled[],
  urls: Urls,
): ReadonlyMap<string, Health> {
  const after = new Map(before)
  for (const { endpoint_id, url, outcome } of results) {
    if (url !== urls.get(endpoint_id)) continue
    after.set(endpoint_id, healthAfter(after.get(endpoint_id) ?? healthy, outcome))
  }
  return after
}

/**
 * Locks the health of endpoints, which is made where there is none, in the order of their ids. Changing nothing is what
 * locks a row that was made meanwhile.
 */
async function lockHealth(tx: Tx, endpointIds: readonly string[]): Promise<ReadonlyMap<string, Health>> {
  const { rows } = await sql<Health & { readonly endpoint_id: string }>`
    insert into webhooks.endpoint_health as h (endpoint_id)
    select id from unnest(${endpointIds}::uuid[]) as e (id) order by id
    on conflict (endpoint_id) do update set failures = h.failures
    returning endpoint_id, failures, failing_since, times_opened, open_until`.execute(tx)
  return new Map(rows.map(({ endpoint_id, ...health }) => [endpoint_id, health]))
}

/** Writes the health of endpoints that are locked. */
async function writeHealth(tx: Tx, health: ReadonlyMap<string, Health>): Promise<void> {
  const rows = [...health].map(([endpoint_id, state]) => ({ endpoint_id, ...state }))
  await sql`
    update webhooks.endpoint_health h
    set failures = r.failures, failing_since = r.failing_since, times_opened = r.times_opened,
      open_until = r.open_until
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r
      (endpoint_id uuid, failures int, failing_since timestamptz, times_opened int, open_until timestamptz)
    where h.endpoint_id = r.endpoint_id`.execute(tx)
}

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
async function moveFollowers(tx: Tx, results: readonly Settled[], now: Date): Promise<void> {
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
