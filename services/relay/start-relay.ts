import type { Checkpoints, Publisher } from '@ecmr/broker'
import { upcastEvent } from '@ecmr/domain'
import {
  type Checkpoint,
  type EventStore,
  LogDiverged,
  type Position,
  type RecordedEvent,
} from '@ecmr/event-store'
import { withTimeout } from '@ecmr/runtime'
import { checkpointWriter } from './checkpoint-writer.js'
import { openInFlightWindow } from './in-flight-window.js'
import { loadCheckpoint } from './load-checkpoint.js'
import { oneAtATime } from './one-at-a-time.js'
import { type RelayProblems, relayProblems } from './problems.js'
import { publishWithRetry } from './publish-with-retry.js'
import type { RelayMetrics } from './relay-metrics.js'

/** Companies' audit events concern nobody behind the broker. */
const CATEGORIES = ['ecmr']
const WINDOW = 1_024
/** Events of so many bytes may wait for the broker. */
const WINDOW_BYTES = 16 * 1024 * 1024
/** How long a stop waits for the broker's answers, so that the next relay repeats less. */
const LAST_ANSWERS_MS = 500

/** What one relay works with; which of several relays works is its composer's business. */
export interface RelayOptions {
  readonly store: Pick<EventStore, 'follow' | 'isPosition' | 'readStreamEnd' | 'head' | 'nextPosition'>
  readonly publisher: Publisher
  readonly checkpoints: Checkpoints
  readonly signal: AbortSignal
  /** how many events it may be ahead of the oldest one that the broker has not stored, 1,024 by default */
  readonly window?: number
  /** how many bytes of events may be on their way to the broker, 16 MB by default; one event may be larger */
  readonly windowBytes?: number
  readonly metrics?: RelayMetrics
  /** told of where it starts, and of each position up to which the broker has stored everything */
  readonly onMoved?: (position: Position) => void
  /** told, once for each change, what keeps it from working; undefined: all is well again */
  readonly onProblem?: (sentences: string | undefined) => void
}

/**
 * Carries the log to the broker until the signal aborts. Its place is saved only when the broker has stored everything
 * up to there: after a crash some events are published again, and none is left out. Of one note there is never more
 * than one event on its way, so that none overtakes another that has to be repeated.
 *
 * Two relays at once do no harm beyond repeated work: places are never moved back, and the broker and its consumers
 * recognise an event by its id.
 */
export async function startRelay(options: RelayOptions): Promise<void> {
  const { store, checkpoints, signal, metrics, onMoved = () => undefined } = options
  const subjects = relayProblems(options.onProblem ?? (() => undefined))
  const onProblem = subjects.about('loading')
  const onDiverged = (isDiverged: boolean): void => metrics?.diverged(isDiverged)
  while (!signal.aborted) {
    const from = await loadCheckpoint({ store, checkpoints, signal, onProblem, onDiverged })
    if (from === undefined) return
    onMoved(from.position)
    try {
      await carryOn(options, from, subjects)
    } catch (error) {
      // The log was exchanged while it was followed: the place is looked at again, and waits.
      if (!(error instanceof LogDiverged)) throw error
    }
  }
}

async function carryOn(options: RelayOptions, from: Checkpoint, { about }: RelayProblems): Promise<void> {
  const { store, checkpoints, metrics, onMoved = () => undefined } = options
  const ending = new AbortController()
  const { signal } = ending
  const end = (): void => ending.abort()
  options.signal.addEventListener('abort', end, { once: true })
  if (options.signal.aborted) end()
  const place = checkpointWriter({ checkpoints, signal, onProblem: about('place'), onMovedBack: end })
  const inFlight = openInFlightWindow({
    limit: options.window ?? WINDOW,
    bytes: options.windowBytes ?? WINDOW_BYTES,
    onMoved(checkpoint) {
      place.moveTo(checkpoint)
      onMoved(checkpoint.position)
    },
  })
  const publish = publishWithRetry({ publisher: options.publisher, signal, onProblem: about('publishing') })
  const inTurn = oneAtATime()
  const underWay = new Set<Promise<void>>()

  async function carry(event: RecordedEvent, bytes: number): Promise<void> {
    const stored = inFlight.add(event, bytes)
    await inTurn(event.stream, async () => {
      if (!(await publish(event))) return
      stored()
      metrics?.published(event.metadata.recorded_at)
      metrics?.waiting(inFlight.oldest())
    })
  }

  try {
    const { position: after, seen } = from
    for await (const item of store.follow({ after, seen, categories: CATEGORIES, signal })) {
      if (item.kind === 'event') {
        const carrying = carry(upcastEvent(item.event), item.bytes).finally(() => underWay.delete(carrying))
        underWay.add(carrying)
        metrics?.waiting(inFlight.oldest())
      } else if (item.kind === 'checkpoint' && item.seen) inFlight.pass(item.seen)
      await inFlight.room(signal)
    }
  } finally {
    options.signal.removeEventListener('abort', end)
    await withTimeout(LAST_ANSWERS_MS, Promise.all(underWay)).catch(() => undefined)
    await place.close()
    metrics?.waiting(undefined)
  }
}
