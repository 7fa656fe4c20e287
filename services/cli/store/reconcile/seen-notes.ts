import type { JsonObject } from '@ecmr/domain'
import type { EventMetadata, Position, SeenEvent } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'

type Pool = ReturnType<typeof openPool>

interface Row {
  readonly position: Position
  readonly ecmr_id: string
  readonly revision: number
  readonly event_id: string
  readonly hash: string
}

const FIRST_PAGE = 1_000
const LARGEST_PAGE = 64_000
const BEYOND_ALL: Position = '~'

/** The schemas in which a history of all notes may be: the one that is read, and the one that a rebuild has replaced. */
export async function historySchemas(pool: Pool): Promise<readonly string[]> {
  const { rows } = await pool.query<{ schema: string }>(
    `select schema from unnest(array['rm_history', 'rm_history_old']) as schema
     where to_regclass(schema || '.events') is not null`,
  )
  return rows.map(({ schema }) => schema)
}

/**
 * What a history has seen, newest first, in pages that grow: a fork of the log is mostly near its end.
 *
 * Positions alone are looked through to find a page, in the index that has them by company; rows are read for it only.
 */
export async function* newestFirst(pool: Pool, schema: string): AsyncGenerator<readonly SeenEvent[]> {
  let before = BEYOND_ALL
  for (let limit = FIRST_PAGE; ; limit = Math.min(limit * 4, LARGEST_PAGE)) {
    const { rows } = await pool.query<Row>(
      `select h.position, h.ecmr_id, h.revision, h.event_id, h.metadata->>'hash' as hash
       from (select company_id, position from ${schema}.events where position < $1
         order by position desc limit $2) p
       join ${schema}.events h using (company_id, position) order by h.position desc`,
      [before, limit],
    )
    if (rows.length > 0) yield rows.map(toSeen)
    before = rows.at(-1)?.position ?? before
    if (rows.length < limit) return
  }
}

function toSeen({ position, ecmr_id, revision, event_id, hash }: Row): SeenEvent {
  return { stream: `ecmr-${ecmr_id}`, revision, position, id: event_id, hash }
}

/** An event as the history keeps it. */
export interface KeptEvent extends SeenEvent {
  readonly type: string
  readonly data: JsonObject
  readonly metadata: EventMetadata
}

/** Some events of a history, whole. */
export async function wholeEvents(
  pool: Pool,
  schema: string,
  seen: readonly SeenEvent[],
): Promise<readonly KeptEvent[]> {
  const { rows } = await pool.query<Row & Pick<KeptEvent, 'type' | 'data' | 'metadata'>>(
    `select h.position, h.ecmr_id, h.revision, h.event_id, h.metadata->>'hash' as hash, h.type, h.data, h.metadata
     from unnest($1::uuid[], $2::int[]) as asked(ecmr_id, revision)
     join ${schema}.events h using (ecmr_id, revision) order by h.position`,
    [seen.map(({ stream }) => stream.slice('ecmr-'.length)), seen.map(({ revision }) => revision)],
  )
  return rows.map((row) => ({ ...toSeen(row), type: row.type, data: row.data, metadata: row.metadata }))
}
