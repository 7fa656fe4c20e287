import { createInbox, type Msg, nanos } from 'nats'
import { BrokerUnavailable } from '../port.js'
import type { Session } from './session.js'
import { EVENTS } from './subject.js'

const MOST_MESSAGES = 256
const MOST_BYTES = 8 * 1024 * 1024
/** How long a request waits for a first message. */
const EXPIRES_MS = 10_000
/** How often the server says that it still waits; twice as long without a sign, and the request is given up. */
const HEARTBEAT_MS = 2_500

const HEARTBEAT = 100
const NO_MESSAGES = 404
const EXPIRED = 408
const NOT_FOUND = 503

/** The consumer, its stream or JetStream itself is not there. */
export class ConsumerGone extends Error {
  override readonly name = 'ConsumerGone'
}

/**
 * Asks for what there is, up to 256 messages; when there is nothing, for the next message. Empty: nothing came within
 * ten seconds, the connection was lost, or the signal aborted. No request is left behind with the server.
 *
 * @throws ConsumerGone, BrokerUnavailable
 */
export function pull(session: Session, consumer: string, signal: AbortSignal): Promise<readonly Msg[]> {
  const { nc, lost, maxPayload } = session
  const inbox = createInbox()
  const messages: Msg[] = []
  let isFinished = false
  return new Promise((resolve, reject) => {
    const subscription = nc.subscribe(inbox, { callback: (error, message) => onMessage(error, message) })
    let timer = setTimeout(finish, 2 * HEARTBEAT_MS)
    signal.addEventListener('abort', finish)
    lost.addEventListener('abort', finish)

    function onMessage(error: Error | null, message: Msg): void {
      if (error) {
        finish(error)
        return
      }
      const { code, description } = message.headers ?? { code: 0, description: '' }
      const isMessage = message.subject !== inbox
      if (isMessage) messages.push(message)
      if (messages.length === MOST_MESSAGES) finish()
      else if (!isMessage && code !== HEARTBEAT) finish(faultIn(code, description, consumer))
      if (isFinished) return
      clearTimeout(timer)
      timer = setTimeout(finish, 2 * HEARTBEAT_MS)
    }

    function finish(error?: unknown): void {
      if (isFinished) return
      isFinished = true
      clearTimeout(timer)
      signal.removeEventListener('abort', finish)
      lost.removeEventListener('abort', finish)
      // What is on its way to us while the server hears that we stop listening is still ours.
      const drained = lost.aborted ? Promise.resolve() : subscription.drain().catch(() => undefined)
      void drained.then(() =>
        error instanceof Error && messages.length === 0 ? reject(error) : resolve(messages),
      )
    }

    const request = {
      batch: MOST_MESSAGES,
      max_bytes: Math.max(MOST_BYTES, 2 * maxPayload),
      // Together: as soon as there is anything, all of that and no more.
      no_wait: true,
      expires: nanos(EXPIRES_MS),
      idle_heartbeat: nanos(HEARTBEAT_MS),
    }
    nc.publish(`$JS.API.CONSUMER.MSG.NEXT.${EVENTS}.${consumer}`, JSON.stringify(request), { reply: inbox })
  })
}

/** What the status that ends a request says, when it is not simply its end. */
function faultIn(code: number, description: string, consumer: string): Error | undefined {
  if (code === NO_MESSAGES || code === EXPIRED || /maxbytes/i.test(description)) return undefined
  const sentence = `NATS hands out nothing to ${consumer}: ${code} ${description}.`
  if (code === NOT_FOUND || /deleted/i.test(description)) return new ConsumerGone(sentence)
  return new BrokerUnavailable(sentence)
}
