import { type EventStore, type NewEvent, type RecordedEvent, sealEvent } from '@ecmr/event-store'

/** An event of a log that is being forged; its hashes are made anew. */
export type ForgedEvent = NewEvent & Pick<RecordedEvent, 'stream'>

/** A log of other events, each with the place and the hashes that it would have: nothing in it tells that it is another one. */
export function forged(events: readonly ForgedEvent[]): readonly RecordedEvent[] {
  const heads = new Map<string, { readonly revision: number; readonly hash: string }>()
  return events.map(({ stream, ...event }) => {
    const { revision = -1, hash = null } = heads.get(stream) ?? {}
    const sealed = sealEvent(stream, revision + 1, {
      ...event,
      metadata: { ...event.metadata, prev_hash: hash },
    })
    heads.set(stream, { revision: revision + 1, hash: sealed.metadata.hash })
    return { ...sealed, stream, revision: revision + 1, position: '' }
  })
}

/** Writes events into an empty log in their order. */
export async function appendAll(
  store: Pick<EventStore, 'append'>,
  events: readonly RecordedEvent[],
): Promise<void> {
  for (const { stream, revision, position, ...event } of events) {
    const appended = await store.append(stream, revision === 0 ? 'no_stream' : revision - 1, [event])
    if (!appended.ok) throw new Error(`event ${revision} of ${stream} could not be appended`)
  }
}

const OTHER_STREAM = 'ecmr-00000000-0000-4000-8000-000000000000'

/** The first place after some events at which the last event of a stream stands, followed by one of another stream. */
export function placeOfForgery(log: readonly RecordedEvent[], after: number): number {
  const isLast = ({ stream, revision }: RecordedEvent): boolean =>
    !log.some((event) => event.stream === stream && event.revision > revision)
  return log.findIndex((event, i) => i > after && isLast(event) && log[i + 1]?.stream !== event.stream)
}

/**
 * What a forger can do at a place as `placeOfForgery` finds it. All before that place stays as it was.
 */
export const forgeries: Readonly<
  Record<
    'changed' | 'missing' | 'inserted' | 'reordered',
    (log: readonly RecordedEvent[], at: number) => readonly ForgedEvent[]
  >
> = {
  changed: (log, at) =>
    log.map((event, i) => (i === at ? { ...event, data: { ...event.data, forged: true } } : event)),
  missing: (log, at) => log.filter((_, i) => i !== at),
  inserted: (log, at) =>
    log.flatMap((event, i) => (i === at ? [{ ...event, stream: OTHER_STREAM }, event] : [event])),
  reordered: (log, at) =>
    log.map((event, i) => (i === at ? log[at + 1] : i === at + 1 ? log[at] : undefined) ?? event),
}
