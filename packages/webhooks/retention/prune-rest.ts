import type { PoolClient } from 'pg'
import type { PruningRun } from './pruning-run.js'

const BATCH = 1_000

/** Forgets which commands were carried out: nobody repeats a request after so long. Returns how many. */
export function pruneCommands(run: PruningRun): Promise<number> {
  return inBatches(run, (client) =>
    deleted(
      client,
      `delete from webhooks.commands where id = any(array(
         select id from webhooks.commands where created_at < $1 order by created_at limit $2
         for update skip locked))`,
      [run.before, BATCH],
    ),
  )
}

/** Deletes replays that came to their end long ago. Returns how many. */
export function pruneReplays(run: PruningRun): Promise<number> {
  return inBatches(run, (client) =>
    deleted(
      client,
      `delete from webhooks.replays where id = any(array(
         select id from webhooks.replays where status <> 'running' and finished_at < $1 limit $2
         for update skip locked))`,
      [run.before, BATCH],
    ),
  )
}

const IS_OVER = `(former ->> 'until')::timestamptz <= $1`

/** Wipes former signing secrets whose overlap is over. Returns of how many endpoints. */
export function wipeFormerSecrets(run: PruningRun, now: Date): Promise<number> {
  return inBatches(run, (client) =>
    deleted(
      client,
      `update webhooks.endpoints set former_secrets = coalesce((
         select jsonb_agg(former) from jsonb_array_elements(former_secrets) former where not ${IS_OVER}), '[]')
       where id = any(array(
         select id from webhooks.endpoints
         where exists (select from jsonb_array_elements(former_secrets) former where ${IS_OVER})
         limit $2 for update skip locked))`,
      [now, BATCH],
    ),
  )
}

const UNREFERENCED = `not exists (select from webhooks.deliveries d where d.endpoint_id = e.id)
  and not exists (select from webhooks.replays r where r.endpoint_id = e.id)`

/** Deletes the rows of endpoints that were deleted long ago, once nothing refers to them. Returns how many. */
export function pruneEndpoints(run: PruningRun): Promise<number> {
  return inBatches(run, async (client) => {
    const { rows } = await client.query<{ id: string }>(
      `select id from webhooks.endpoints e
       where status = 'deleted' and updated_at < $1 and ${UNREFERENCED} limit $2 for update skip locked`,
      [run.before, BATCH],
    )
    const ids = rows.map(({ id }) => id)
    await client.query('delete from webhooks.endpoint_health where endpoint_id = any($1::uuid[])', [ids])
    // Asked again now that they are locked: nobody can refer to them any more.
    return deleted(
      client,
      `delete from webhooks.endpoints e where id = any($1::uuid[]) and ${UNREFERENCED}`,
      [ids],
    )
  })
}

async function inBatches(run: PruningRun, prune: (client: PoolClient) => Promise<number>): Promise<number> {
  let all = 0
  for (;;) {
    const some = await run.batch(prune)
    all += some
    if (some < BATCH) return all
  }
}

async function deleted(client: PoolClient, text: string, values: unknown[]): Promise<number> {
  return (await client.query(text, values)).rowCount ?? 0
}
