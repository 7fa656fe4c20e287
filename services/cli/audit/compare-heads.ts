import type { EventStore, StreamHead } from '@ecmr/event-store'
import type { Problem } from './problem.js'
import type { SeenHead, Witness } from './seen-heads.js'

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
  return {
    ...at(stream, head),
    problem: 'changed',
    detail: `the read model ${witness.name} has seen another event here (hash ${seen.hash}); the end of the stream was rewritten`,
  }
}

const at = (stream: string, { revision, position }: StreamHead) => ({
  stream,
  revision,
  position,
  type: null,
  recorded_at: null,
})

function cutOff(stream: string, last: number, seen: number, witness: string): Problem {
  const from = last + 1
  const which = from === seen ? `event ${from} is` : `events ${from} to ${seen} are`
  return {
    problem: 'missing',
    stream,
    revision: from,
    position: null,
    type: null,
    recorded_at: null,
    detail: `${which} cut off: the read model ${witness} has seen the stream up to event ${seen}`,
  }
}

function behind(stream: string, head: StreamHead, seen: number, witness: string): Problem {
  const known = seen < 0 ? 'does not know the stream' : `knows the stream up to event ${seen} only`
  return {
    ...at(stream, head),
    problem: 'read_model_differs',
    detail: `the read model ${witness} ${known}, although it has passed this event; "ecmr projections rebuild ${witness}" repairs it`,
  }
}
