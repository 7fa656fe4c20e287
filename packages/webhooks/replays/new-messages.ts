import { ecmrIdOf, type NotableEvent, versionAfter } from '../deliveries/notable-event.js'
import { payloadOf } from '../deliveries/payload.js'
import { readNotification } from '../deliveries/plan-deliveries.js'
import type { WebhookTables } from '../tables.js'
import type { FoundEvent, Queries, ReplaySource } from './replay-source.js'

export type NewMessage = Omit<WebhookTables['webhooks.messages'], 'created_at'> & {
  readonly created_at: string
}

/** Called with an event that cannot be read. */
export type OnSkipped = (event: NotableEvent, reason: string) => void

/** A drawn signature makes an event of 300 KB, so only so many are held at a time. */
const READ_AT_ONCE = 50

/**
 * The missing messages of events: never written, because no endpoint received them, or pruned. What was sent once stays
 * as it was. Events that cannot be read get none.
 */
export async function newMessages(
  db: Queries,
  source: Pick<ReplaySource, 'read'>,
  events: readonly FoundEvent[],
  onSkipped: OnSkipped,
): Promise<{ readonly messages: readonly NewMessage[]; readonly unreadable: ReadonlySet<string> }> {
  const known = await knownMessages(db, events)
  const missing = events.filter(({ id }) => !known.has(id))
  const messages: NewMessage[] = []
  for (let begin = 0; begin < missing.length; begin += READ_AT_ONCE) {
    const read = await source.read(db, missing.slice(begin, begin + READ_AT_ONCE))
    messages.push(...read.flatMap((event) => messageOf(event, onSkipped)))
  }
  const written = new Set(messages.map(({ event_id }) => event_id))
  return { messages, unreadable: new Set(missing.map(({ id }) => id).filter((id) => !written.has(id))) }
}

// Held against being pruned before the deliveries that are to refer to them are written.
async function knownMessages(db: Queries, events: readonly FoundEvent[]): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ event_id: string }>({
    name: 'known webhook messages',
    text: 'select event_id from webhooks.messages where event_id = any($1::uuid[]) for key share',
    values: [events.map(({ id }) => id)],
  })
  return new Set(rows.map(({ event_id }) => event_id))
}

function messageOf(event: NotableEvent, onSkipped: OnSkipped): readonly NewMessage[] {
  const notification = readNotification(event, onSkipped)
  if (notification === undefined) return []
  return [
    {
      event_id: event.id,
      company_id: event.metadata.company_id,
      type: notification.type,
      ecmr_id: ecmrIdOf(event),
      ecmr_number: notification.data.ecmr_number,
      version: versionAfter(event),
      created_at: event.metadata.recorded_at,
      payload: payloadOf(notification),
    },
  ]
}
