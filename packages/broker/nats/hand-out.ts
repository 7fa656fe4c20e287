import { retryUntilAborted } from '@ecmr/runtime'
import type { Msg } from 'nats'
import type { BrokerLog, HandedOut, Handler } from '../port.js'
import { acknowledge, giveBack, keepOurs, type Poison, publishPoison } from './acknowledge.js'
import type { Connection } from './connection.js'
import { headerOf, readMessage, streamPositionOf } from './message.js'
import { type BrokerProblems, isGone, sentenceFor } from './problems.js'
import type { Session } from './session.js'
import { ACK_WAIT_MS } from './topology.js'

const SIGN_OF_LIFE_MS = ACK_WAIT_MS / 4
const MAX_DELAY_MS = 2_000

export interface HandingOut {
  readonly connection: Connection
  readonly problems: BrokerProblems
  /** of the consumer */
  readonly name: string
  readonly handle: Handler
  readonly signal: AbortSignal
  readonly onError: (error: unknown) => void
  readonly log?: BrokerLog | undefined
}

interface Read {
  readonly message: Msg
  readonly event: HandedOut
}

/**
 * Hands messages to the handler, with retries, and acknowledges them when it has resolved. Until then they stay ours,
 * also over reconnections. When the signal aborts first, they are given back.
 */
export async function handOut(messages: readonly Msg[], options: HandingOut): Promise<void> {
  const { connection, signal } = options
  const waiting = new Set(messages)
  const stayingAlive = setInterval(() => {
    try {
      keepOurs(connection.current(), [...waiting])
    } catch {
      // Without a connection no other consumer can get them either.
    }
  }, SIGN_OF_LIFE_MS)
  try {
    const { events, poison } = await readAll(messages)
    const setAside = await handled(events, options)
    if (setAside === undefined) return
    const good = events.filter(({ message }) => !setAside.some((one) => one.message === message))
    await settle(
      good.map(({ message }) => message),
      waiting,
      options,
    )
    for (const one of [...poison, ...setAside]) await putAside(one, waiting, options)
  } finally {
    clearInterval(stayingAlive)
    if (signal.aborted && waiting.size > 0) await tryToGiveBack(connection, [...waiting])
  }
}

async function readAll(
  messages: readonly Msg[],
): Promise<{ readonly events: readonly Read[]; readonly poison: readonly Poison[] }> {
  const events: Read[] = []
  const poison: Poison[] = []
  for (const message of messages) {
    try {
      events.push({ message, event: await readMessage(message) })
    } catch (error) {
      poison.push({ message, reason: error instanceof Error ? error.message : String(error) })
    }
  }
  return { events, poison }
}

/** What the handler has set aside; undefined when the signal aborted before it resolved. */
async function handled(read: readonly Read[], options: HandingOut): Promise<readonly Poison[] | undefined> {
  const { handle, signal, onError } = options
  if (read.length === 0) return []
  const events = read.map(({ event }) => event)
  let reported: string | undefined
  async function action(): Promise<readonly Poison[]> {
    const reasons = new Map<string, string>()
    await handle(events, ({ id }, reason) => reasons.set(id, reason))
    return read.flatMap(({ message, event }) => {
      const reason = reasons.get(event.id)
      return reason === undefined ? [] : [{ message, reason }]
    })
  }
  return retryUntilAborted(action, {
    signal,
    maxDelayMs: MAX_DELAY_MS,
    onError(error) {
      const reason = String(error)
      if (reason !== reported) onError(error)
      reported = reason
    },
  })
}

async function putAside(poison: Poison, waiting: Set<Msg>, options: HandingOut): Promise<void> {
  const { name, log } = options
  const isStored = await onConnection(options, async (session) => {
    await publishPoison(session, name, poison)
    return true
  })
  if (!isStored) return
  const { message, reason } = poison
  const msgId = headerOf(message, 'Nats-Msg-Id')
  const details = {
    consumer: name,
    nats_subject: message.subject,
    nats_sequence: streamPositionOf(message).sequence,
    event_id: msgId,
    reason,
  }
  log?.error(details, 'a message that cannot be handled was put into the stream ECMR_POISON')
  await settle([poison.message], waiting, options)
}

async function settle(messages: readonly Msg[], waiting: Set<Msg>, options: HandingOut): Promise<void> {
  const outcome = await onConnection(options, (session) => acknowledge(session, messages))
  if (outcome === false)
    options.log?.warn(
      { consumer: options.name },
      'a consumer of NATS is gone; what it handed out comes again',
    )
  if (outcome !== undefined) for (const message of messages) waiting.delete(message)
}

/** Retries what needs a connection, over as many of them as it takes. Undefined: the signal aborted before. */
function onConnection<Result>(
  { connection, problems, signal }: HandingOut,
  action: (session: Session) => Promise<Result>,
): Promise<Result | undefined> {
  const tryOnce = async (): Promise<Result> => {
    const session = connection.current()
    try {
      return await action(session)
    } catch (error) {
      if (isGone(error)) await connection.renew(session)
      else if (!session.isOver()) problems.report('messages', sentenceFor(error, session.where))
      throw error
    }
  }
  return retryUntilAborted(tryOnce, { signal, maxDelayMs: MAX_DELAY_MS })
}

async function tryToGiveBack(connection: Connection, messages: readonly Msg[]): Promise<void> {
  try {
    await giveBack(connection.current(), messages)
  } catch {
    // The server hands them out again when their time is up.
  }
}
