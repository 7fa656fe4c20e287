import { aborted } from '@ecmr/runtime'
import { ErrorCode, type Msg, NatsError } from 'nats'
import type { Session } from './session.js'

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
