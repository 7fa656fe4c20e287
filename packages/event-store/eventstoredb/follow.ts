import { setImmediate } from 'node:timers/promises'
import { backoff, raceAbort } from '@ecmr/runtime'
import type { ReadReport } from '../log-reading.js'
import { type EventStore, type Followed, LogDiverged, type Position, type SeenEvent } from '../port.js'
import { holds, seenOf, storedPosition } from '../seen-event.js'
import type { Connection } from './connection.js'
import { fromPosition, type OwnStreams, streamsOf, toPosition } from './position.js'
import { type RecentEvents, sizeOfRaw } from './recent-events.js'
import { Overtaken, type SharedSubscription } from './shared-subscription.js'
import { type Received, type Subscription, subscribe } from './subscription.js'

const FIRST_PAUSE_MS = 50
/** Short enough for all followers to be back within seconds of the server's return. */
const LONGEST_PAUSE_MS = 2_000

type FollowOptions = Parameters<EventStore['follow']>[0]

/** What following takes. */
export interface Following {
  readonly connection: Connection
  readonly own: OwnStreams
  readonly head: () => Promise<Position>
  readonly readStreamEnd: EventStore['readStreamEnd']
  readonly shared: SharedSubscription
  readonly recent: RecentEvents
  /** makes the callback that gets why a subscription was lost (it is resumed anyway), and that another one works */
  readonly newReport: () => ReadReport
}

/** How far a follower is. */
interface FollowState {
  last: Position
  /** the newest of our events up to there; null: none is known */
  seen: SeenEvent | null
  /** nothing has come since the last `caught_up` */
  reported: boolean
}

/**
 * Follows the log over one subscription after the other, each from where the last one broke off.
 *
 * One that has come to the end of the log shares a subscription with the others from there on.
 *
 * All of our categories are subscribed to, and those that were not asked for come as checkpoints: so every follower's position
 * reaches the newest event of the log.
 */
export async function* follow(
  following: Following,
  { after, seen = null, categories, signal }: FollowOptions,
): AsyncGenerator<Followed, void, void> {
  const { connection } = following
  fromPosition(after)
  const report = following.newReport()
  const end = following.recent.follow()
  const state: FollowState = { last: storedPosition(after), seen, reported: false }
  const delays = backoff({ firstDelayMs: FIRST_PAUSE_MS, maxDelayMs: LONGEST_PAUSE_MS })
  try {
    while (!signal.aborted) {
      const before = state.last
      try {
        yield* followOnce(following, state, { categories, signal, report })
      } catch (error) {
        if (error instanceof LogDiverged) throw error
        if (error instanceof Overtaken) continue
        if (!signal.aborted) report(connection.failures.unavailable(error))
      }
      if (state.last > before) delays.reset()
      await delays.wait(signal)
    }
  } finally {
    end()
    report()
  }
}

/** Follows until the signal aborts; throws when the subscription is lost. */
async function* followOnce(
  { connection, own, head, readStreamEnd, recent, shared }: Following,
  state: FollowState,
  {
    categories,
    signal,
    report,
  }: Pick<FollowOptions, 'categories' | 'signal'> & { readonly report: ReadReport },
): AsyncGenerator<Followed, void, void> {
  const client = await raceAbort(connection.ready(), signal)
  if (!client) return
  const { timeoutMs } = connection
  const { seen, last } = state
  // A server may have come back with an older copy of the log.
  if (seen && !(await holds({ readStreamEnd }, seen)))
    throw new LogDiverged(`the log does not hold the event that was read at ${seen.position}`)
  // Places beyond the last event may be others' on such a server, so nothing is built on them.
  const after = fromPosition(seen?.position ?? last)
  let subscription = subscribe(client, { after, prefixes: own.prefixes, timeoutMs })
  let isAlone = true
  const end = endOf(subscription, head)
  void subscription.confirmed.then(() => report())
  const wake = (): void => subscription.wake()
  signal.addEventListener('abort', wake)
  let isSettled = false
  try {
    while (!signal.aborted) {
      const received = subscription.take()
      end.note(received)
      const item = received && toItem(received, state, categories, recent)
      if (item) yield item
      if (received) isSettled = false
      else if (subscription.failure) throw subscription.failure
      else if (state.reported || !end.isReached(state.last)) await subscription.arrival()
      else if (isSettled) {
        if (isAlone) {
          const entered = shared.enter(subscription, state.last)
          isAlone = entered === subscription
          subscription = entered
        }
        yield caughtUp(state)
      } else {
        // What has come off the wire already gets its turn first.
        await setImmediate()
        isSettled = true
      }
    }
  } finally {
    signal.removeEventListener('abort', wake)
    subscription.end()
  }
}

function caughtUp(state: FollowState): Followed {
  state.reported = true
  return { kind: 'caught_up', position: state.last }
}

/** Undefined for what has been yielded already: a server may send it again after resuming. */
function toItem(
  received: Received,
  state: FollowState,
  categories: readonly string[],
  recent: RecentEvents,
): Followed | undefined {
  switch (received.kind) {
    case 'event': {
      const event = recent.read(received.event)
      if (event.position <= (state.seen?.position ?? state.last)) return undefined
      const item: Followed = streamsOf(categories).includes(event.stream)
        ? { kind: 'event', event, bytes: sizeOfRaw(received.event) }
        : { kind: 'checkpoint', position: event.position, seen: seenOf(event) }
      state.seen = seenOf(event)
      move(state, event.position)
      return item
    }
    case 'checkpoint': {
      const position = toPosition(received.position)
      if (position <= state.last) return undefined
      move(state, position)
      return { kind: 'checkpoint', position }
    }
    default:
      return undefined
  }
}

function move(state: FollowState, to: Position): void {
  state.last = to
  state.reported = false
}

/**
 * Knows when a subscription has caught up: servers from 23.10 on tell; on others it has when it reached the event that
 * was the newest at its beginning.
 */
function endOf(
  subscription: Subscription,
  head: Following['head'],
): { note(received: Received | undefined): void; isReached(last: Position): boolean } {
  let isLive = false
  let goal: Position | undefined
  void subscription.confirmed.then(head).then((position) => {
    goal = position
    subscription.wake()
  }, subscription.fail)
  return {
    note(received) {
      if (received?.kind === 'live') isLive = true
      if (received?.kind === 'behind') {
        isLive = false
        goal = undefined
      }
    },
    isReached: (last) => isLive || (goal !== undefined && last >= goal),
  }
}
