import {
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  streamNameFilter,
} from '@eventstore/db-client'
import { NoAnswer } from './collect.js'
import type { PatchedClient } from './patched-client.js'
import { isKnown, type LogPosition } from './position.js'

/** Pages of events that a filter may pass over before the server tells how far it is. */
const CHECKPOINT_INTERVAL = 4

/** What a subscription yields. */
export type Received =
  | { readonly kind: 'event'; readonly event: AllStreamRecordedEvent }
  | { readonly kind: 'checkpoint'; readonly position: LogPosition }
  /** from here on events come as they are recorded */
  | { readonly kind: 'live' }
  /** the server reads from the log again, since we were too slow */
  | { readonly kind: 'behind' }

/** One subscription, as long as it lasts. */
export interface Subscription {
  /** Resolves when the server confirms it. */
  readonly confirmed: Promise<void>
  /** What has arrived and is next, if anything. */
  take(): Received | undefined
  /** Resolves when there may be something to take, at once if there has been since the last wait. */
  arrival(): Promise<void>
  /** Wakes those that wait for an arrival. */
  wake(): void
  /** Why nothing more will come. */
  readonly failure: Error | undefined
  fail(error: Error): void
  end(): void
}

/**
 * Subscribes to the events of some streams after a position.
 *
 * The client tells checkpoints, and that it has caught up, when they come off the wire, while up to 16 events that came
 * before them sit in its buffer. Here each waits for its turn: it remembers how many events there were before it.
 *
 * @param options.timeoutMs how long the server may take to confirm
 */
export function subscribe(
  client: PatchedClient,
  options: {
    readonly after: LogPosition | undefined
    readonly prefixes: readonly string[]
    readonly timeoutMs: number
  },
): Subscription {
  const { after, prefixes, timeoutMs } = options
  const marks: { readonly behind: number; readonly mark: Received }[] = []
  let taken = 0
  let failure: Error | undefined
  let hasArrived = false
  let onArrival = (): void => undefined

  const wake = (): void => {
    hasArrived = true
    onArrival()
  }
  const mark = (mark: Received): void => {
    marks.push({ behind: taken + stream.readableLength, mark })
    wake()
  }
  const fail = (error: Error): void => {
    failure ??= error
    wake()
  }

  const filter = streamNameFilter({
    prefixes: [...prefixes],
    checkpointInterval: CHECKPOINT_INTERVAL,
    checkpointReached(_subscription, position) {
      // Taken for a place it would lie behind everything that is ever recorded.
      if (isKnown(position)) mark({ kind: 'checkpoint', position })
    },
  })
  const stream = client.subscribeToAll({ fromPosition: after ?? 'start', filter })
  stream.on('readable', wake)
  stream.on('caughtUp', () => mark({ kind: 'live' }))
  stream.on('fellBehind', () => mark({ kind: 'behind' }))
  stream.on('error', fail)
  stream.on('end', () => fail(new Error('the server ended the subscription')))
  // The client passes over the end of what it ends itself.
  const onClosed = (): void => fail(new Error('the connection was closed'))
  client.closed.addEventListener('abort', onClosed, { once: true })
  if (client.closed.aborted) onClosed()
  const unconfirmed = setTimeout(() => fail(new NoAnswer(timeoutMs)), timeoutMs)

  return {
    confirmed: new Promise((resolve) => {
      stream.on('confirmation', () => {
        clearTimeout(unconfirmed)
        resolve()
      })
    }),
    take() {
      const [first] = marks
      if (first && first.behind <= taken) {
        marks.shift()
        return first.mark
      }
      const resolved: AllStreamResolvedEvent | null = stream.read()
      if (!resolved) return undefined
      taken++
      // Only a link that is to be resolved comes without an event, and here none is.
      return resolved.event ? { kind: 'event', event: resolved.event } : undefined
    },
    async arrival() {
      if (!hasArrived)
        await new Promise<void>((resolve) => {
          onArrival = resolve
        })
      hasArrived = false
    },
    wake,
    get failure() {
      return failure
    },
    fail,
    end() {
      clearTimeout(unconfirmed)
      client.closed.removeEventListener('abort', onClosed)
      void stream.unsubscribe().catch(() => undefined)
      stream.destroy()
    },
  }
}
