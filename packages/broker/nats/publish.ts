import type { RecordedEvent } from '@ecmr/event-store'
import { BrokerUnavailable } from '../port.js'
import type { Connection } from './connection.js'
import { writeMessage } from './event-message.js'
import { isGone, sentenceFor } from './sentences.js'
import { EVENTS, eventSubject } from './subject.js'

/** Publishes an event; resolves when the stream holds it. Any number may be under way at once. */
export async function publishEvent(connection: Connection, event: RecordedEvent): Promise<void> {
  const session = connection.current()
  const { payload, headers } = await writeMessage(event, session.maxPayload)
  try {
    await session.js.publish(eventSubject(event), payload, {
      headers,
      msgID: event.id,
      expect: { streamName: EVENTS },
    })
  } catch (error) {
    // The next session creates what is missing.
    if (isGone(error)) await connection.renew(session)
    const sentence = session.isOver()
      ? `The connection to NATS at ${session.where} was lost.`
      : sentenceFor(error, session.where)
    throw new BrokerUnavailable(sentence, { cause: error })
  }
}
