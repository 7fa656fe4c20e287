import { randomUUID } from 'node:crypto'
import type { EventStore } from '@ecmr/event-store'
import type { Bench } from './bench.js'
import { noteEvent } from './notes.js'

const EVENTS = 100_000
const EVENTS_PER_NOTE = 10

/** Writes notes that grow side by side, as they do in a log of many users; how many events that is. */
export async function fillLog(bench: Bench, store: EventStore): Promise<number> {
  const events = bench.quick ? EVENTS / 10 : EVENTS
  const streams = Array.from({ length: events / EVENTS_PER_NOTE }, () => randomUUID())
  for (let first = 0; first < streams.length; first += 500)
    for (let revision = 0; revision < EVENTS_PER_NOTE; revision++)
      await Promise.all(
        streams.slice(first, first + 500).map(async (id) => {
          const expected = revision === 0 ? 'no_stream' : revision - 1
          await store.append(`ecmr-${id}`, expected, [
            noteEvent(id, revision === 0 ? 'EcmrCreated' : 'EcmrEdited'),
          ])
        }),
      )
  bench.note(`${events} events written`)
  return events
}
