import { headers, type Msg } from 'nats'
import { headerOf, streamPositionOf } from './message.js'
import type { Session } from './session.js'
import { POISON, poisonSubject } from './subject.js'

/** A message that nobody can handle. */
export interface Poison {
  readonly message: Msg
  readonly reason: string
}

/** Room for the headers. */
const HEADERS = 8 * 1024
const MOST_CHARACTERS = 500

/**
 * Copies a message to where an operator finds it, with the reason; resolves when it is stored. Whatever is odd about
 * the message must not keep it from being stored.
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
  // A foreign message may be so large that the reason does not fit beside it.
  if (data.length > most) set('Ecmr-Cut-From', `${data.length} bytes`)
  await session.js.publish(poisonSubject(consumer), data.subarray(0, most), {
    headers: about,
    msgID: `${sequence} ${time}`,
    expect: { streamName: POISON },
  })
}
