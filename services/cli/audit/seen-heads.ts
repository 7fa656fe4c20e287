import type { Position } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'

/** The newest event of a note that a read model has seen. */
export interface SeenHead {
  readonly ecmrId: string
  /** place in its stream, from 0 */
  readonly revision: number
  /** of that event; null where the read model does not keep it */
  readonly hash: string | null
}

/** A read model as a second witness of where every stream ends. */
export interface Witness {
  readonly name: string
  /** how far in the log it has come */
  readonly position: Position
  heads(): AsyncIterable<SeenHead>
}

interface Row {
  readonly ecmr_id: string
  readonly revision: number
  readonly hash: string | null
}

type Pool = ReturnType<typeof openPool>

const PAGE = 20_000
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

// The one place besides the read models that looks at the notes of all companies at once.
const pages: Readonly<Record<string, string>> = {
  history: `select distinct on (ecmr_id) ecmr_id, revision, metadata->>'hash' as hash from rm_history.events
    where ecmr_id > $1 order by ecmr_id, revision desc limit ${PAGE}`,
  list: `select id as ecmr_id, (item->>'version')::integer - 1 as revision, null as hash from rm_list.notes
    where id > $1 order by id limit ${PAGE}`,
}

/** The read models that keep the version of every note. */
export const witnesses: readonly string[] = Object.keys(pages)

/** What a read model knows of the ends of all notes' streams. */
export async function* seenHeads(pool: Pool, name: string): AsyncGenerator<SeenHead> {
  const page = pages[name]
  if (page === undefined) throw new RangeError(`${name} does not keep the versions of notes`)
  let after = BEFORE_ALL
  for (;;) {
    const { rows } = await pool.query<Row>(page, [after])
    for (const { ecmr_id, revision, hash } of rows) yield { ecmrId: ecmr_id, revision, hash }
    const last = rows.at(-1)
    if (last === undefined || rows.length < PAGE) return
    after = last.ecmr_id
  }
}

/** What the history knows of the end of one note's stream. */
export async function seenHead(pool: Pool, ecmrId: string): Promise<SeenHead | undefined> {
  const { rows } = await pool.query<Row>(
    `select ecmr_id, revision, metadata->>'hash' as hash from rm_history.events
     where ecmr_id = $1 order by revision desc limit 1`,
    [ecmrId],
  )
  return rows.map(({ ecmr_id, revision, hash }) => ({ ecmrId: ecmr_id, revision, hash })).at(0)
}
