import { setTimeout as delay } from 'node:timers/promises'
import {
  type AllStreamSubscription,
  type EventStoreDBClient,
  type Position,
  type SubscribeToAllOptions,
  streamNameFilter,
} from '@eventstore/db-client'
import type { Test } from 'tap'

/** What a subscription of the client brought, in order. */
export type Seen =
  | { readonly kind: 'confirmation' | 'caught_up' }
  | { readonly kind: 'event'; readonly name: string; readonly position: Position }
  | { readonly kind: 'checkpoint'; readonly position: Position }
  | { readonly kind: 'error'; readonly error: unknown }

export interface Watch {
  readonly seen: readonly Seen[]
  readonly subscription: AllStreamSubscription
  /** `stream@revision` of the events so far */
  events(): readonly string[]
  checkpoints(): readonly Position[]
  count(kind: Seen['kind']): number
  /** Waits until something holds of what was seen; rejects after 10 s. */
  until(condition: (watch: Watch) => boolean): Promise<void>
}

export interface WatchOptions extends Pick<SubscribeToAllOptions, 'fromPosition'> {
  /** stream name prefixes; everything without */
  readonly prefixes?: readonly string[]
  readonly window?: number
  readonly interval?: number
}

/** A subscription to `$all` by the unmodified client. */
export function watch(t: Test, client: EventStoreDBClient, options: WatchOptions = {}): Watch {
  const seen: Seen[] = []
  const { prefixes, window, interval, ...from } = options
  const filter = streamNameFilter({
    prefixes: [...(prefixes ?? [])],
    maxSearchWindow: window ?? 32,
    checkpointInterval: interval ?? 1,
    checkpointReached: async (_subscription, position) => void seen.push({ kind: 'checkpoint', position }),
  })
  const subscription = client.subscribeToAll({ ...from, ...(prefixes === undefined ? {} : { filter }) })
  subscription.on('confirmation', () => seen.push({ kind: 'confirmation' }))
  subscription.on('caughtUp', () => seen.push({ kind: 'caught_up' }))
  subscription.on('error', (error) => seen.push({ kind: 'error', error }))
  subscription.on('data', ({ event }) => {
    if (event === undefined || event.position === undefined) return
    seen.push({ kind: 'event', name: `${event.streamId}@${event.revision}`, position: event.position })
  })
  t.teardown(() => subscription.unsubscribe())
  const watching: Watch = {
    seen,
    subscription,
    events: () => seen.flatMap((one) => (one.kind === 'event' ? [one.name] : [])),
    checkpoints: () => seen.flatMap((one) => (one.kind === 'checkpoint' ? [one.position] : [])),
    count: (kind) => seen.filter((one) => one.kind === kind).length,
    async until(condition) {
      const deadline = Date.now() + 10_000
      while (!condition(watching)) {
        if (Date.now() > deadline) throw new Error(`waited 10 s; seen: ${JSON.stringify(seen, text)}`)
        await delay(5)
      }
    },
  }
  return watching
}

function text(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? String(value) : value
}
