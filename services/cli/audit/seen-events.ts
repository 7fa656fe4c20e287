import type { Position, SeenEvent } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'

const ROWS = 5_000

/** What the history of all notes has seen, in the order of the log. */
export interface SeenEvents {
  /** how far in the log it had come */
  readonly position: Position
  /** The next events up to a position. */
  upTo(position: Position): Promise<readonly SeenEvent[]>
  /** All that is left. */
  rest(): AsyncIterable<readonly SeenEvent[]>
  close(): void
}

interface Row {
  readonly position: Position
  readonly ecmr_id: string
  readonly revision: number
  readonly event_id: string
  readonly hash: string
}

const SORTED = `declare seen_events cursor with hold for
  select position, ecmr_id, revision, event_id, metadata->>'hash' as hash from rm_history.events order by position`

/**
 * Reads the history in the order of the log, as it is when this is called: PostgreSQL keeps the sorted rows on its
 * disk, some 200 bytes each, and they are fetched a few thousand at a time.
 */
export async function seenEvents(pool: ReturnType<typeof openPool>): Promise<SeenEvents> {
  const client = await pool.connect()
  await client.query('begin isolation level repeatable read; set local statement_timeout = 0')
  const checkpoint = await client.query<{ position: Position }>(
    `select position from projections.checkpoints where name = 'history'`,
  )
  await client.query(SORTED)
  await client.query('commit')
  let waiting: SeenEvent[] = []
  let isEnd = false

  async function fetch(): Promise<void> {
    const { rows } = await client.query<Row>(`fetch ${ROWS} from seen_events`)
    isEnd = rows.length < ROWS
    waiting = waiting.concat(rows.map(toSeen))
  }

  return {
    position: checkpoint.rows[0]?.position ?? '',
    async upTo(position) {
      while (!isEnd && (waiting.at(-1)?.position ?? '') <= position) await fetch()
      const end = waiting.findIndex((seen) => seen.position > position)
      const taken = waiting.slice(0, end === -1 ? waiting.length : end)
      waiting = waiting.slice(taken.length)
      return taken
    },
    async *rest() {
      for (;;) {
        if (waiting.length > 0) yield waiting
        waiting = []
        if (isEnd) return
        await fetch()
      }
    },
    // The cursor goes with its connection.
    close: () => client.release(true),
  }
}

function toSeen({ position, ecmr_id, revision, event_id, hash }: Row): SeenEvent {
  return { stream: `ecmr-${ecmr_id}`, revision, position, id: event_id, hash }
}
