import { setTimeout as delay } from 'node:timers/promises'
import { BrokerUnavailable, type Publisher } from '@ecmr/broker'
import type { RecordedEvent } from '@ecmr/event-store'
import { reasonOf } from '@ecmr/runtime'
import { nextTurn } from './next-turn.js'

const FIRST_PAUSE_MS = 50
const LONGEST_PAUSE_MS = 1_000

/**
 * Publishes events, each until the broker has stored it. After a failure everything pauses together, for longer each
 * time, until something succeeds again: a broker that is away is asked seldom, however many events wait for it.
 *
 * @param options.onProblem told why events cannot be published, and undefined when each of them could
 * @returns resolves with false when the signal aborted before the event was stored
 */
export function publishWithRetry(options: {
  readonly publisher: Publisher
  readonly signal: AbortSignal
  readonly onProblem: (sentence: string | undefined) => void
}): (event: RecordedEvent) => Promise<boolean> {
  const { publisher, signal, onProblem } = options
  const turn = nextTurn()
  const failing = new Set<string>()
  let pauseMs = FIRST_PAUSE_MS
  let pause: Promise<void> | undefined

  async function rest(): Promise<void> {
    await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)
    pause = undefined
  }

  async function isPublished(event: RecordedEvent): Promise<boolean> {
    try {
      await publisher.publish(event)
    } catch (error) {
      if (signal.aborted) return false
      failing.add(event.id)
      onProblem(sentenceFor(error))
      pause ??= rest()
      return false
    }
    pauseMs = FIRST_PAUSE_MS
    if (failing.delete(event.id) && failing.size === 0) onProblem(undefined)
    return true
  }

  return async (event) => {
    for (;;) {
      while (pause !== undefined) await pause
      await turn()
      if (signal.aborted) return false
      if (await isPublished(event)) return true
    }
  }
}

function sentenceFor(error: unknown): string {
  return error instanceof BrokerUnavailable
    ? error.message
    : `An event cannot be published: ${reasonOf(error)}.`
}
