import type { Checkpoints, Publisher } from '@ecmr/broker'
import { upcastEvent } from '@ecmr/domain'
import {
  type Checkpoint,
  type EventStore,
  LogDiverged,
  type Position,
  type RecordedEvent,
} from '@ecmr/event-store'
import { inSpanOfEvent, withTimeout } from '@ecmr/runtime'
import { checkpointWriter, loadCheckpoint } from './checkpoint.js'
import { openInFlightWindow } from './in-flight-window.js'
import { publishWithRetry } from './publish-with-retry.js'
import type { RelayMetrics } from './relay-metrics.js'

/** Consumers of the broker need no audit events of companies. */
const CATEGORIES = ['ecmr']
const WINDOW = 1_024
const WINDOW_BYTES = 16 * 1024 * 1024
/** How long a stop waits for answers of the broker, so that the next relay repeats less. */
const LAST_ANSWERS_MS = 500

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
  /** called with the start, and with each position up to which the broker has stored everything */
  readonly onMoved?: (position: Position) => void
  /** called once for each change with what keeps it from working; undefined: nothing */
  readonly onProblem?: (sentences: string | undefined) => void
}

/**
 * Publishes the log to the broker until the signal aborts. The checkpoint moves only when the broker has stored everything
 * up to it: after a crash some events are published again, and none is lost. Of each note one event at a time is in flight,
 * so that none overtakes another that is retried.
 *
 * Two relays at once only repeat work: checkpoints never move back, and the broker and its consumers deduplicate by event
 * id.
 */
export async function startRelay(options: RelayOptions): Promise<void> {
  const { store, checkpoints, signal, metrics, onMoved = () => undefined } = options
  const problems = relayProblems(options.onProblem ?? (() => undefined))
  const onProblem = problems.about('loading')
  const onDiverged = (isDiverged: boolean): void => metrics?.diverged(isDiverged)
  while (!signal.aborted) {
    const from = await loadCheckpoint({ store, checkpoints, signal, onProblem, onDiverged })
    if (from === undefined) return
    onMoved(from.position)
    try {
      await publishFrom(options, from, problems)
    } catch (error) {
      // The log was replaced while it was followed: the checkpoint is checked again.
      if (!(error instanceof LogDiverged)) throw error
    }
  }
}

async function publishFrom(options: RelayOptions, from: Checkpoint, { about }: RelayProblems): Promise<void> {
  const { store, checkpoints, metrics, onMoved = () => undefined } = options
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  const onMovedBack = (): void => ended.abort()
  const writer = checkpointWriter({ checkpoints, signal, onProblem: about('place'), onMovedBack })
  const window = openInFlightWindow({
    limit: options.window ?? WINDOW,
    bytes: options.windowBytes ?? WINDOW_BYTES,
    onMoved(checkpoint) {
      writer.moveTo(checkpoint)
      onMoved(checkpoint.position)
    },
  })
  const publish = publishWithRetry({ publisher: options.publisher, signal, onProblem: about('publishing') })
  const inOrder = onePerStream()
  const underWay = new Set<Promise<void>>()

  async function carry(event: RecordedEvent, bytes: number): Promise<void> {
    const stored = window.add(event, bytes)
    await inOrder(event.stream, async () => {
      const isStored = await inSpanOfEvent(event, 'relay', { kind: 'producer' }, ({ traceparent }) =>
        publish(event, traceparent),
      )
      if (!isStored) return
      stored()
      metrics?.published(event.metadata.recorded_at)
      metrics?.waiting(window.oldest())
    })
  }

  try {
    const { position: after, seen } = from
    for await (const item of store.follow({ after, seen, categories: CATEGORIES, signal })) {
      if (item.kind === 'event') {
        const carrying = carry(upcastEvent(item.event), item.bytes).finally(() => underWay.delete(carrying))
        underWay.add(carrying)
        metrics?.waiting(window.oldest())
      } else if (item.kind === 'checkpoint' && item.seen) window.pass(item.seen)
      await window.room(signal)
    }
  } finally {
    await withTimeout(LAST_ANSWERS_MS, Promise.all(underWay)).catch(() => undefined)
    // What is still retried here belongs to a log that is no longer followed.
    ended.abort()
    await writer.close()
    metrics?.waiting(undefined)
  }
}

/** Runs tasks of different streams concurrently, and those of one stream one after the other. */
function onePerStream(): (stream: string, task: () => Promise<void>) => Promise<void> {
  const newest = new Map<string, Promise<void>>()
  return async (stream, task) => {
    const running = (newest.get(stream) ?? Promise.resolve()).then(task)
    newest.set(stream, running)
    await running
    if (newest.get(stream) === running) newest.delete(stream)
  }
}

/** What is wrong, by subject. */
interface RelayProblems {
  /** @param sentence undefined: nothing is wrong with it any more */
  about(subject: string): (sentence: string | undefined) => void
}

/** @param onChange called once for each change with all that is wrong; undefined: nothing */
function relayProblems(onChange: (sentences: string | undefined) => void): RelayProblems {
  const known = new Map<string, string>()
  let reported: string | undefined
  return {
    about: (subject) => (sentence) => {
      if (sentence === undefined) known.delete(subject)
      else known.set(subject, sentence)
      const now = known.size === 0 ? undefined : [...known.values()].join(' ')
      if (now === reported) return
      reported = now
      onChange(now)
    },
  }
}
