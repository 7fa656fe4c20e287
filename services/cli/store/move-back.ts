import { type Checkpoint, confirms, type EventStore, type Position } from '@ecmr/event-store'
import type { ClientBase } from 'pg'
import type { Installation } from '../installation.js'

/** What was moved back to the fork. */
export interface MovedBack {
  /** who carries events on: `relay`, `notifier` */
  readonly followers: readonly string[]
  /** webhooks that were to get events from a later place on */
  readonly webhooks: number
  /** replays under way */
  readonly replays: number
}

const HOLDS_SEEN = `case when seen->>'position' = position then seen end as seen`

/** Those who carry events on and whose place the log does not confirm. */
export async function divergedFollowers(
  { pool }: Pick<Installation, 'pool'>,
  store: EventStore,
): Promise<readonly string[]> {
  const { rows } = await pool.query<Checkpoint & { readonly name: string }>(
    `select name, position, ${HOLDS_SEEN} from broker.checkpoints order by name`,
  )
  const diverged: string[] = []
  for (const row of rows) {
    if (store.isPosition(row.position) && !(await confirms(store, row))) diverged.push(row.name)
  }
  return diverged
}

/**
 * Moves all that goes by places in the log back to where log and read models agree, in one transaction. What was handed
 * on before goes out again under the same ids at most; nothing that is on record is left out.
 *
 * @param head of the log
 */
export async function moveBack(
  { pool }: Pick<Installation, 'pool'>,
  {
    followers,
    place,
    head,
  }: {
    readonly followers: readonly string[]
    readonly place: Checkpoint
    readonly head: Position
  },
): Promise<MovedBack> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const count = (text: string, values: unknown[]): Promise<number> => changed(client, text, values)
    await count('update broker.checkpoints set position = $2, seen = $3 where name = any($1)', [
      followers,
      place.position,
      place.seen && JSON.stringify(place.seen),
    ])
    // A position is compared with those of its own kind: another store's are of another length.
    const webhooks = await count(
      `update webhooks.endpoints set follows_from = $1
       where follows_from > $1 and ($1 = '' or length(follows_from) = length($1))`,
      [place.position],
    )
    const replays = await count(
      `update webhooks.replays set reached_position = least(reached_position, $1),
         from_position = least(from_position, $1), until_position = least(until_position, $2)
       where status = 'running' and (until_position > $2 or reached_position > $1 or from_position > $1)`,
      [place.position, head],
    )
    await client.query('commit')
    return { followers, webhooks, replays }
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function changed(client: ClientBase, text: string, values: unknown[]): Promise<number> {
  return (await client.query(text, values)).rowCount ?? 0
}
