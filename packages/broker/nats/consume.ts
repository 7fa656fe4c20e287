import { setTimeout as delay } from 'node:timers/promises'
import { type HandingOut, handOut } from './hand-out.js'
import type { Problems } from './problems.js'
import { ConsumerGone, pull } from './pull.js'
import { isGone, sentenceFor } from './sentences.js'
import type { Session } from './session.js'
import { EVENTS } from './subject.js'
import { ACK_WAIT_MS, ensureConsumer } from './topology.js'

const LOOK_EVERY_MS = 100
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 2_000

/** Consumes until the signal aborts, over any number of connections. */
export async function consumeEvents(options: HandingOut & { readonly problems: Problems }): Promise<void> {
  const { connection, name, signal, problems, log } = options
  let pause = FIRST_PAUSE_MS
  while (!signal.aborted) {
    const session = await connection.session(signal)
    if (session === undefined) return
    try {
      await ensureConsumer(session, name, log)
      await waitForPredecessor(session, name, signal)
      while (!signal.aborted && !session.lost.aborted) {
        const messages = await pull(session, name, signal)
        problems.report('consumer', undefined)
        pause = FIRST_PAUSE_MS
        await handOut(messages, options)
      }
    } catch (error) {
      if (session.lost.aborted) continue
      problems.report(
        'consumer',
        error instanceof ConsumerGone ? error.message : sentenceFor(error, session.where),
      )
      if (error instanceof ConsumerGone || isGone(error)) await connection.renew(session)
      await delay(pause, undefined, { signal }).catch(() => undefined)
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS)
    }
  }
}

/**
 * Waits until what somebody else was handling is acknowledged, or his time is up and it comes to us first: later events
 * of the same note must not overtake it.
 */
async function waitForPredecessor({ jsm, lost }: Session, name: string, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ACK_WAIT_MS + LOOK_EVERY_MS
  while (performance.now() < until && !signal.aborted && !lost.aborted) {
    const { num_ack_pending } = await jsm.consumers.info(EVENTS, name)
    if (num_ack_pending === 0) return
    await delay(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined)
  }
}
