import { aborted } from '@ecmr/runtime'
import { ErrorCode, headers, type Msg, NatsError } from 'nats'
import { headerOf, streamPositionOf } from './message.js'
import type { Session } from './session.js'
import { POISON, poisonSubject } from './subject.js'

const ACK = '+ACK'
const NAK = '-NAK'
const WORKING = '+WPI'
const WITHIN_MS = 5_000

/**
 * Acknowledges messages; resolves when the server has confirmed. False: their consumer is gone, and its successor will
 * hand them out again.
 *
 * Any session will do, also a later one. The answer to the last message confirms all, because a server takes them in order.
 */
export async function acknowledge({ nc }: Session, messages: readonly Msg[]): Promise<boolean> {
  const replies = messages.flatMap(({ reply }) => reply ?? [])
  const last = replies.pop()
  if (last === undefined) return true
  for (const reply of replies) nc.publish(reply, ACK)
  try {
    await nc.request(last, ACK, { timeout: WITHIN_MS })
    return true
  } catch (error) {
    if (error instanceof NatsError && error.code === ErrorCode.NoResponders) return false
    throw error
  }
}

/** Extends our time for messages. */
export function keepOurs({ nc }: Session, messages: readonly Msg[]): void {
  for (const { reply } of messages) if (reply) nc.publish(reply, WORKING)
}

/** Gives messages back; the server hands them out again at once. */
export async function giveBack({ nc, lost }: Session, messages: readonly Msg[]): Promise<void> {
  for (const { reply } of messages) if (reply) nc.publish(reply, NAK)
  await Promise.race([nc.flush(), aborted(lost)])
}

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
