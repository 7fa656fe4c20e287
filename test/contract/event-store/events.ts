import { randomUUID } from 'node:crypto'
import type { EventStore, Followed, NewEvent, Position, RecordedEvent, SeenEvent } from '@ecmr/event-store'

/** An event with everything that a store asks for, and what a test wants to be different. */
export function newEvent(different: Partial<NewEvent> = {}): NewEvent {
  return {
    id: randomUUID(),
    type: 'EcmrEdited',
    data: { changes: [] },
    metadata: {
      $correlationId: 'correlation',
      $causationId: 'causation',
      actor: { kind: 'api_key', id: 'key-1', name: 'ERP', company_id: 'company-1' },
      command_id: randomUUID(),
      schema_version: 1,
      recorded_at: '2026-11-03T08:00:00.000Z',
      company_id: 'company-1',
      ecmr_number: 'ECMR-2026-000000000-0',
      status: 'draft',
      prev_hash: null,
      hash: '0'.repeat(64),
    },
    ...different,
  }
}

export function newEvents(count: number): readonly NewEvent[] {
  return Array.from({ length: count }, () => newEvent())
}

export function newStream(category = 'ecmr'): string {
  return `${category}-${randomUUID()}`
}

/** The log's events after a position, read page by page. */
export async function logAfter(
  store: Pick<EventStore, 'readAll'>,
  after: Position,
): Promise<readonly RecordedEvent[]> {
  const all: RecordedEvent[] = []
  for (;;) {
    const page = await store.readAll({ after: all.at(-1)?.position ?? after, limit: 100 })
    if (page.length === 0) return all
    all.push(...page)
  }
}

/** Reads what a follower yields until something holds, and ends it. */
export async function followUntil(
  store: EventStore,
  options: { readonly after: Position; readonly seen?: SeenEvent; readonly categories?: readonly string[] },
  isEnough: (items: readonly Followed[]) => boolean,
  onItem: (item: Followed) => void = () => undefined,
): Promise<readonly Followed[]> {
  const { categories = ['ecmr'] } = options
  const stop = new AbortController()
  const items: Followed[] = []
  for await (const item of store.follow({ ...options, categories, signal: stop.signal })) {
    items.push(item)
    onItem(item)
    if (isEnough(items)) stop.abort()
  }
  return items
}

export function eventsOf(items: readonly Followed[]): readonly RecordedEvent[] {
  return items.flatMap((item) => (item.kind === 'event' ? [item.event] : []))
}

export function ids(events: readonly NewEvent[]): readonly string[] {
  return events.map((event) => event.id)
}
