import { headers, type Msg } from 'nats'
import { headerOf, streamPositionOf } from './message.js'
import type { Session } from './session.js'
import { POISON, poisonSubject } from './subject.js'

/** A message that cannot be handled. */
export interface Poison {
  readonly message: Msg
  readonly reason: string
}

/** Room for the headers. */
const HEADERS = 8 * 1024
const MOST_CHARACTERS = 500

/**
 * Copies a message, with the reason, to the stream for operators; resolves when it is stored. A malformed message must be
 * stored, too.
 */
export async function publishPoison(
  session: Session,
  consumer: string,
  { message, reason }: Poison,
): Promise<void> {
  const { data, subject } = message
  const { sequence, time } = streamPositionOf(message)
  const most = session.maxPayload - HEADERS
  const about = headers()
  const set = (name: string, value: string): void => {
    if (value !== '') about.set(name, value.replace(/[^\x20-\x7e]+/g, ' ').slice(0, MOST_CHARACTERS))
  }
  set('Ecmr-Reason', reason)
  set('Ecmr-Subject', subject)
  set('Ecmr-Stream-Sequence', sequence)
  set('Ecmr-Msg-Id', headerOf(message, 'Nats-Msg-Id'))
  set('Content-Encoding', headerOf(message, 'Content-Encoding'))
  // A foreign message may leave no room for the reason.
  if (data.length > most) set('Ecmr-Cut-From', `${data.length} bytes`)
  await session.js.publish(poisonSubject(consumer), data.subarray(0, most), {
    headers: about,
    msgID: `${sequence} ${time}`,
    expect: { streamName: POISON },
  })
}
