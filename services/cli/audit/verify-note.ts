import { type EventStore, hashEvent, type RecordedEvent, START } from '@ecmr/event-store'
import { compareHeads, type SeenHead } from './heads.js'
import type { Problem } from './problem.js'

/**
 * Checks the hash chain of one note's stream, and that it goes as far as the history has seen it.
 *
 * @param seen what the history knows of the stream's end, if anything
 */
export async function verifyNote(
  store: Pick<EventStore, 'readStream'>,
  events: readonly RecordedEvent[],
  seen: SeenHead | undefined,
): Promise<readonly Problem[]> {
  const chain = events.flatMap((event, index) => {
    const detail = fault(event, index, events[index - 1])
    return detail === undefined ? [] : [changed(event, detail)]
  })
  const heads = new Map(
    events.map(({ stream, revision, position, metadata }) => [
      stream,
      { revision, position, hash: metadata.hash },
    ]),
  )
  const witness = {
    name: 'history',
    position: START,
    async *heads() {
      if (seen !== undefined) yield seen
    },
  }
  return [...chain, ...(await compareHeads({ store, heads, witness, parked: new Set() }))]
}

function changed({ stream, revision, position, type, metadata }: RecordedEvent, detail: string): Problem {
  return { problem: 'changed', stream, revision, position, type, recorded_at: metadata.recorded_at, detail }
}

function fault(event: RecordedEvent, index: number, previous: RecordedEvent | undefined): string | undefined {
  const { stream, revision, id, type, data, metadata } = event
  if (revision !== index) return `event ${index} is missing before it`
  if (metadata.prev_hash !== (previous?.metadata.hash ?? null)) {
    return 'it does not follow the event before it: its prev_hash is another'
  }
  const { hash, ...rest } = metadata
  if (hashEvent(stream, revision, { id, type, data, metadata: rest }) !== hash) {
    return 'its content is not what was recorded: its hash is another'
  }
  return undefined
}
