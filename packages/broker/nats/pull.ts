import { createInbox, type Msg, nanos } from 'nats'
import { BrokerUnavailable } from '../port.js'
import { ConsumerGone } from './problems.js'
import type { Session } from './session.js'
import { EVENTS } from './subject.js'

const MOST_MESSAGES = 256
const MOST_BYTES = 8 * 1024 * 1024
/** How long a request waits for a first message. */
const EXPIRES_MS = 10_000
/** How often the server says that it still waits; after twice as long without a heartbeat the request ends. */
const HEARTBEAT_MS = 1_500

const HEARTBEAT = 100
const NO_MESSAGES = 404
const EXPIRED = 408
const NOT_FOUND = 503

/**
 * Requests up to 256 messages; when there are none, the next message. Empty: nothing came within ten seconds, the
 * connection was lost, or the signal aborted. Undefined: the server sends no heartbeats, as after the consumer was deleted.
 * No request is left behind with the server.
 *
 * @throws ConsumerGone the consumer, its stream or JetStream itself is not there
 * @throws BrokerUnavailable
 */
export function pull(
  session: Session,
  consumer: string,
  signal: AbortSignal,
): Promise<readonly Msg[] | undefined> {
  const { nc, lost, maxPayload } = session
  const inbox = createInbox()
  const messages: Msg[] = []
  let isSilent = false
  return new Promise((resolve, reject) => {
    const subscription = nc.subscribe(inbox, { callback: onMessage })
    let timer = setTimeout(onSilence, 2 * HEARTBEAT_MS)
    signal.addEventListener('abort', giveUp)
    lost.addEventListener('abort', end)

    function onMessage(error: Error | null, message: Msg): void {
      clearTimeout(timer)
      if (error) fail(error)
      else if (message.subject === inbox)
        onStatus(message.headers?.code ?? 0, message.headers?.description ?? '')
      else if (messages.push(message) === MOST_MESSAGES) end()
      else timer = setTimeout(onSilence, 2 * HEARTBEAT_MS)
    }

    function onStatus(code: number, description: string): void {
      if (code === HEARTBEAT) timer = setTimeout(onSilence, 2 * HEARTBEAT_MS)
      else fail(faultIn(code, description, consumer))
    }

    function onSilence(): void {
      isSilent = true
      giveUp()
    }

    /** Messages already on their way are still ours. */
    function giveUp(): void {
      subscription.drain().then(end, end)
    }

    function end(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', giveUp)
      lost.removeEventListener('abort', end)
      subscription.unsubscribe()
      resolve(isSilent && messages.length === 0 ? undefined : messages)
    }

    function fail(error: Error | undefined): void {
      if (error && messages.length === 0) reject(error)
      end()
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
