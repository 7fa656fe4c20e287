import { backoff, sleep } from '@ecmr/runtime'
import { type HandingOut, handOut } from './hand-out.js'
import { isGone, sentenceFor } from './problems.js'
import { pull } from './pull.js'
import type { Session } from './session.js'
import { EVENTS } from './subject.js'
import { ACK_WAIT_MS, ensureConsumer } from './topology.js'

const LOOK_EVERY_MS = 100
/** How late a busy server may hand out again what was not acknowledged in time. */
const LATE_MS = 600
const REST_MS = 20

/** Consumes until the signal aborts, over any number of connections. */
export async function consumeEvents(options: HandingOut): Promise<void> {
  try {
    await consumeOn(options)
  } finally {
    options.problems.report('consumer', undefined)
    options.problems.report('messages', undefined)
  }
}

async function consumeOn(options: HandingOut): Promise<void> {
  const { connection, name, signal, problems, log } = options
  const delays = backoff({ maxDelayMs: 2_000 })
  let before: Session | undefined
  while (!signal.aborted) {
    const session = await connection.session(signal)
    if (session === undefined) return
    if (session !== before) problems.report('messages', undefined)
    before = session
    const failed = async (concern: 'consumer' | 'messages', error: unknown): Promise<void> => {
      if (session.isOver()) return
      // What is gone is created again, and the log says so.
      if (isGone(error)) await connection.renew(session)
      else problems.report(concern, sentenceFor(error, session.where))
      await delays.wait(signal)
    }
    try {
      await ensureConsumer(session, name, log)
      await waitForPredecessor(session, name, signal)
      problems.report('consumer', undefined)
    } catch (error) {
      await failed('consumer', error)
      continue
    }
    try {
      while (!signal.aborted && !session.isOver()) {
        const since = performance.now()
        const messages = await pull(session, name, signal)
        if (messages === undefined) break
        problems.report('messages', undefined)
        delays.reset()
        if (messages.length > 0) await handOut(messages, options)
        // The server may refuse to wait while other consumers wait.
        else if (performance.now() - since < REST_MS) await sleep(REST_MS, signal)
      }
    } catch (error) {
      await failed('messages', error)
    }
  }
}

/**
 * Waits until events handed to another consumer are acknowledged, or its time is up and they are handed out again: later
 * events of the same note must not overtake them.
 */
async function waitForPredecessor(
  { jsm, isOver }: Session,
  name: string,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + ACK_WAIT_MS + LATE_MS
  while (performance.now() < until && !signal.aborted && !isOver()) {
    const { num_ack_pending } = await jsm.consumers.info(EVENTS, name)
    if (num_ack_pending === 0) return
    await sleep(LOOK_EVERY_MS, signal)
  }
}
