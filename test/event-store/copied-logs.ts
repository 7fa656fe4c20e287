import { type CopyMarks, type EventStore, type Mark, sealEvent } from '@ecmr/event-store'
import { logAfter, newEvent } from '../contract/event-store/events.js'

/** Marks that are kept as long as the test lasts. */
export function marksInMemory(): CopyMarks & { readonly kept: Map<string, Mark> } {
  const kept = new Map<string, Mark>()
  return {
    kept,
    load: async (name) => kept.get(name),
    save: async (name, mark) => void kept.set(name, mark),
  }
}

/** A writer of sealed events into a log, as the service does. */
export class SealingWriter {
  readonly #ends = new Map<string, { readonly revision: number; readonly hash: string }>()
  readonly #store: EventStore

  constructor(store: EventStore) {
    this.#store = store
  }

  /** Appends events to a stream at once. */
  async write(stream: string, count = 1, data: Record<string, string> = {}): Promise<void> {
    const before = this.#ends.get(stream)
    const events = []
    let end = before
    for (let i = 0; i < count; i++) {
      const revision: number = (end?.revision ?? -1) + 1
      const event = newEvent({ data: { note: `${stream} ${revision}`, ...data } })
      const metadata = { ...event.metadata, prev_hash: end?.hash ?? null }
      const sealed = sealEvent(stream, revision, { ...event, metadata })
      end = { revision, hash: sealed.metadata.hash }
      events.push(sealed)
    }
    const result = await this.#store.append(stream, before?.revision ?? 'no_stream', events)
    if (!result.ok || !end) throw new Error(`someone else has written to ${stream}`)
    this.#ends.set(stream, end)
  }

  /** Some life: notes whose events lie apart or follow each other, a company and a document. */
  async writeMany(rounds: number, name = 'note'): Promise<void> {
    for (let round = 0; round < rounds; round++) {
      const note = `ecmr-${name}-${round}`
      await this.write(note, 1 + (round % 3))
      await this.write(round % 2 === 0 ? 'company-0' : 'document-1')
      await this.write(`ecmr-${name}-${Math.floor(round / 2)}`, 1 + (round % 2))
    }
  }
}

/** A log as it can be compared with another: everything but the positions. */
export async function contentOf(store: EventStore): Promise<readonly object[]> {
  return (await logAfter(store, '')).map(({ position: _, ...event }) => event)
}

/** Counts the events of a log, each time from where it had come to. */
export function counterOf(store: EventStore): () => Promise<number> {
  let [count, after] = [0, '']
  return async () => {
    const further = await logAfter(store, after)
    count += further.length
    after = further.at(-1)?.position ?? after
    return count
  }
}
