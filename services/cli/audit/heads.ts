import type { EventStore, Position, StreamHead } from '@ecmr/event-store'
import type { openPool } from '@ecmr/postgres'
import { type Problem, problemAt } from './problem.js'

/** The newest event of a note that a read model has seen. */
export interface SeenHead {
  readonly ecmrId: string
  /** place in its stream, from 0 */
  readonly revision: number
  /** of that event; null where the read model does not keep it */
  readonly hash: string | null
}

/** A read model as a second witness of where every stream ends. */
interface Witness {
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

/**
 * Compares where each note's stream ends with what a read model has seen of it. A hash chain alone cannot tell that
 * its newest events were cut off; the read models have kept them in mind.
 *
 * The service may be running: events that the walk over the log was too early to see are looked up again, and events
 * that the read model has not reached yet are no errors.
 *
 * @param heads the newest event of every stream, as the walk found it
 */
export async function compareHeads(options: {
  readonly store: Pick<EventStore, 'readStream'>
  readonly heads: ReadonlyMap<string, StreamHead>
  readonly witness: Witness
  /** streams that the read model has put aside */
  readonly parked: ReadonlySet<string>
}): Promise<readonly Problem[]> {
  const { store, heads, witness, parked } = options
  const problems: Problem[] = []
  const seen = new Set<string>()
  for await (const note of witness.heads()) {
    const stream = `ecmr-${note.ecmrId}`
    seen.add(stream)
    if (parked.has(stream)) continue
    const problem = await compare(store, stream, heads.get(stream), note, witness)
    if (problem !== undefined) problems.push(problem)
  }
  for (const [stream, head] of heads) {
    if (!stream.startsWith('ecmr-') || seen.has(stream) || parked.has(stream)) continue
    if (head.position <= witness.position) problems.push(behind(stream, head, -1, witness.name))
  }
  return problems
}

async function compare(
  store: Pick<EventStore, 'readStream'>,
  stream: string,
  head: StreamHead | undefined,
  seen: SeenHead,
  witness: Witness,
): Promise<Problem | undefined> {
  if (head === undefined || seen.revision > head.revision) {
    const events = await store.readStream(stream)
    const last = events.at(-1)
    if (last === undefined || last.revision < seen.revision) {
      return cutOff(stream, last?.revision ?? -1, seen.revision, witness.name)
    }
    return undefined
  }
  if (seen.revision < head.revision) {
    return head.position <= witness.position ? behind(stream, head, seen.revision, witness.name) : undefined
  }
  if (seen.hash === null || seen.hash === head.hash) return undefined
  return problemAt(
    { stream, ...placeOf(head) },
    'changed',
    `the read model ${witness.name} has seen another event here (hash ${seen.hash}); the end of the stream was rewritten`,
  )
}

const placeOf = ({ revision, position }: StreamHead) => ({ revision, position })

function cutOff(stream: string, last: number, seen: number, witness: string): Problem {
  const from = last + 1
  const which = from === seen ? `event ${from} is` : `events ${from} to ${seen} are`
  const detail = `${which} cut off: the read model ${witness} has seen the stream up to event ${seen}`
  return problemAt({ stream, revision: from }, 'missing', detail)
}

function behind(stream: string, head: StreamHead, seen: number, witness: string): Problem {
  const known = seen < 0 ? 'does not know the stream' : `knows the stream up to event ${seen} only`
  const detail = `the read model ${witness} ${known}, although it has passed this event; "ecmr projections rebuild ${witness}" repairs it`
  return problemAt({ stream, ...placeOf(head) }, 'read_model_differs', detail)
}
