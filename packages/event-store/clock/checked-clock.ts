import { setTimeout as delay } from 'node:timers/promises'
import { reasonOf, throttled, withTimeout } from '@ecmr/runtime'
import { StoreUnavailable } from '../port.js'
import type { ClockMetrics } from './clock-metrics.js'
import {
  differenceFrom,
  type Reading,
  type ReferenceClock,
  type ReferenceTime,
  referenceTime,
} from './reference-clock.js'

/**
 * The clock by which events would be stamped cannot be trusted, so nothing was recorded. An event that is stamped with a
 * time in the future keeps it indefinitely, and so do all that follow in its stream.
 */
export class ClockDiffers extends StoreUnavailable {
  /** milliseconds after which to try again */
  readonly retryAfterMs: number

  /** @param sentence for clients too: it names no server */
  constructor(sentence: string, options: { readonly retryAfterMs: number }) {
    super(sentence)
    this.retryAfterMs = options.retryAfterMs
  }
}

/** More than this between the two clocks, and nothing is written. */
const MOST_MS = 5_000
/** More than this is said in health, and compared anew at once. */
const NOTICEABLE_MS = 1_000
const EVERY_MS = 5_000
const AGAIN_MS = 1_000
const LONGEST_ROUND_TRIP_MS = 2_000
/** After the reference itself has jumped it is believed when it has stayed where it is for so long. */
const SETTLING_MS = 10_000

/** The process's clock, as far as it can be trusted. */
export interface CheckedClock {
  /**
   * The present, for stamping events. No I/O: what was read last is carried on by the monotonic clock.
   *
   * @throws ClockDiffers while the clock differs from the reference by more than 5 s, or the two were not compared yet
   */
  now(): Date
  /** A sentence about why `now` throws; undefined while it does not. */
  problem(): string | undefined
  /** A sentence about a difference that is noticeable, but no reason to refuse. */
  warning(): string | undefined
  /** Compares the clocks. Callers share one comparison. A failure is only reported by `problem`. */
  compare(): Promise<void>
  /** Ends the comparisons in the background. */
  close(): Promise<void>
}

export interface ClockOptions {
  readonly reference: ReferenceClock
  readonly log?: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
  readonly metrics?: ClockMetrics
  /** milliseconds since 1970; the process's clock unless given */
  readonly wall?: () => number
  /** milliseconds that never jump; the process's unless given */
  readonly monotonic?: () => number
}

/**
 * Compares the process's clock with the reference every five seconds, and at once when it is noticed to have jumped.
 *
 * A jump of the reference itself (the whole machine's clock was set, or the machine slept) is believed after ten seconds:
 * a clock that is wrong for a moment must not stamp events.
 */
export function checkedClock(options: ClockOptions): CheckedClock {
  const { reference, log, metrics } = options
  const wall = options.wall ?? Date.now
  const monotonic = options.monotonic ?? (() => performance.now())
  const closing = new AbortController()
  const complain = throttled(({ message }) => log?.warn({}, message))
  let known: ReferenceTime | undefined
  let settledAt = Number.NEGATIVE_INFINITY
  let comparing: Promise<boolean> | undefined
  let asking: Promise<Reading> | undefined
  let said: string | undefined

  const difference = (): number => (known ? differenceFrom(known, wall(), monotonic()) : 0)

  function problem(): string | undefined {
    if (!known)
      return 'The clock of this process was not compared with that of PostgreSQL yet; nothing is written.'
    const ms = difference()
    if (Math.abs(ms) > MOST_MS) return `${sentence(ms)} Nothing is written until they agree.`
    if (monotonic() < settledAt)
      return 'The clock of PostgreSQL has jumped; nothing is written until it has run evenly for 10 s.'
    return undefined
  }

  /** One question at a time, however long it takes: each holds a connection. */
  function ask(): Promise<Reading> {
    asking ??= reference.ask(monotonic).finally(() => {
      asking = undefined
    })
    return asking
  }

  async function read(): Promise<boolean> {
    try {
      const reading = await withTimeout(LONGEST_ROUND_TRIP_MS, ask())
      if (reading.receivedAt - reading.sentAt > LONGEST_ROUND_TRIP_MS) throw new Error('it answered too late')
      const read = referenceTime(reading)
      const now = monotonic()
      if (known && Math.abs(differenceFrom(read, known.at(now), now)) > MOST_MS) settledAt = now + SETTLING_MS
      known = read
      metrics?.compared(difference() / 1_000)
      return true
    } catch (error) {
      metrics?.failed()
      if (!closing.signal.aborted)
        complain(new Error(`The clock cannot be compared with that of PostgreSQL: ${reasonOf(error)}.`))
      return false
    } finally {
      comparing = undefined
      report()
    }
  }

  function report(): void {
    const now = known && problem()
    if (now === undefined && said !== undefined) log?.info({}, 'the clocks agree again; commands are taken')
    if (now !== undefined) complain(new Error(now))
    said = now
  }

  const compare = (): Promise<boolean> => {
    comparing ??= read()
    return comparing
  }

  async function keepComparing(): Promise<void> {
    const { signal } = closing
    while (!signal.aborted) {
      const pause = (await compare()) ? EVERY_MS : AGAIN_MS
      await delay(pause, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  const running = keepComparing()
  return {
    now() {
      const ms = difference()
      if (!known || Math.abs(ms) > NOTICEABLE_MS) void compare()
      const why = problem()
      if (why === undefined) return new Date(wall())
      metrics?.refused()
      const retryAfterMs = Math.max(1_000, settledAt - monotonic())
      throw new ClockDiffers(why, { retryAfterMs })
    },
    problem,
    warning() {
      const ms = difference()
      return problem() === undefined && Math.abs(ms) > NOTICEABLE_MS ? sentence(ms) : undefined
    },
    async compare() {
      await compare()
    },
    async close() {
      closing.abort()
      await running
    },
  }
}

function sentence(ms: number): string {
  const direction = ms > 0 ? 'ahead of' : 'behind'
  return `The clock of this process is ${Math.round(Math.abs(ms) / 1_000)} s ${direction} that of PostgreSQL.`
}
