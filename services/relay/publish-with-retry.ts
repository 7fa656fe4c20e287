import { BrokerUnavailable, type Publisher } from '@ecmr/broker'
import type { RecordedEvent } from '@ecmr/event-store'
import { backoff, reasonOf } from '@ecmr/runtime'

/**
 * Publishes events, each until the broker has stored it. After a failure all events pause together, longer each time,
 * until one succeeds: an unavailable broker gets few requests, however many events wait.
 *
 * @param options.onProblem called with why events cannot be published, and with undefined once all of them could
 * @returns resolves with false when the signal aborted before the event was stored
 */
export function publishWithRetry(options: {
  readonly publisher: Publisher
  readonly signal: AbortSignal
  readonly onProblem: (sentence: string | undefined) => void
}): (event: RecordedEvent, traceparent?: string) => Promise<boolean> {
  const { publisher, signal, onProblem } = options
  const turn = nextTurn()
  const failing = new Set<string>()
  const delays = backoff({ firstDelayMs: 50, maxDelayMs: 1_000 })
  let pause: Promise<void> | undefined

  async function rest(): Promise<void> {
    await delays.wait(signal)
    pause = undefined
  }

  async function isPublished(event: RecordedEvent, traceparent: string | undefined): Promise<boolean> {
    try {
      await publisher.publish(event, traceparent)
    } catch (error) {
      if (signal.aborted) return false
      failing.add(event.id)
      onProblem(sentenceFor(error))
      pause ??= rest()
      return false
    }
    delays.reset()
    if (failing.delete(event.id) && failing.size === 0) onProblem(undefined)
    return true
  }

  return async (event, traceparent) => {
    for (;;) {
      while (pause !== undefined) await pause
      await turn()
      if (signal.aborted) return false
      if (await isPublished(event, traceparent)) return true
    }
  }
}

function sentenceFor(error: unknown): string {
  return error instanceof BrokerUnavailable
    ? error.message
    : `An event cannot be published: ${reasonOf(error)}.`
}

/**
 * Resolves all calls of one turn of the event loop together. What they send leaves in one packet, which costs a fraction
 * of sending each alone.
 */
function nextTurn(): () => Promise<void> {
  let turn: Promise<void> | undefined
  return () => {
    turn ??= new Promise((resolve) => {
      setImmediate(() => {
        turn = undefined
        resolve()
      })
    })
    return turn
  }
}
