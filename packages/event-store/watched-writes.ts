import { Counter, Histogram, type Registry } from 'prom-client'
import { type AppendResult, type EventStore, OutcomeUnknown, StoreUnavailable } from './port.js'

/**
 * Counts what comes of appends to the event log, and of probes of whether it takes them.
 *
 * @example
 * watchedWrites(log, { observe: writeMetrics(registry) })
 */
export function writeMetrics(registry: Registry): ObserveWrites {
  const registers = [registry]
  const appends = new Counter({
    name: 'ecmr_appends_total',
    help: 'Appends to the event log by this process: taken, conflict when another append was first, or why not',
    labelNames: ['outcome'],
    registers,
  })
  const events = new Counter({
    name: 'ecmr_appended_events_total',
    help: 'Events that this process recorded',
    registers,
  })
  const durations = new Histogram({
    name: 'ecmr_append_duration_seconds',
    help: 'Time from handing an append to the event log to its outcome, waiting for its batch included',
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const probes = new Counter({
    name: 'ecmr_write_probes_total',
    help: 'Probes of whether the event log takes appends, made while nothing is appended',
    labelNames: ['outcome'],
    registers,
  })
  return {
    appended(outcome, { count, milliseconds }) {
      appends.inc({ outcome })
      if (outcome === 'taken') events.inc(count)
      durations.observe(milliseconds / 1_000)
    },
    probed: (outcome) => probes.inc({ outcome }),
  }
}

/** An append that is under way for longer is stuck. */
const LONGEST_APPEND_MS = 5_000
/** For so long an append, or a probe, that was taken says that the next one will be. */
const PROVEN_FOR_MS = 5_000
/** For so long a refused append is enough to know; then a probe decides. */
const REFUSED_FOR_MS = 3_000
/** A refused probe is not repeated sooner. */
const PROBE_AGAIN_MS = 1_000

/** What came of an append, or of a probe. */
export type WriteOutcome = 'taken' | 'unavailable' | 'unknown'

/** Called with what comes of each append and probe. */
export interface ObserveWrites {
  /** @param append how many events it has, and how long it took in milliseconds */
  appended(
    outcome: WriteOutcome | 'conflict',
    append: { readonly count: number; readonly milliseconds: number },
  ): void
  probed(outcome: WriteOutcome): void
}

/** A log whose appends are watched, and whether it takes them. */
export interface WatchedWrites {
  /** the same log; only what goes through here is watched */
  readonly store: EventStore
  /**
   * Whether appends are taken: by the last one when it was recent, else by a probe, which all callers share and
   * which records nothing. So a log without appends is probed every few seconds while a caller asks.
   *
   * @throws Error when they are not, with what is known of the reason
   */
  check(): Promise<void>
}

interface Last {
  readonly at: number
  readonly failure: unknown
}

/**
 * Watches the appends of this process to a log.
 *
 * @param options.monotonic milliseconds; the process's clock that never jumps unless given
 */
export function watchedWrites(
  store: EventStore,
  options: {
    readonly observe?: ObserveWrites
    readonly monotonic?: () => number
  } = {},
): WatchedWrites {
  const { observe, monotonic = () => performance.now() } = options
  const underWay = new Set<{ readonly since: number }>()
  let last: Last | undefined
  let probed: Last | undefined
  let probing: Promise<void> | undefined

  async function append(...given: Parameters<EventStore['append']>): ReturnType<EventStore['append']> {
    const entry = { since: monotonic() }
    underWay.add(entry)
    let failure: unknown
    let result: AppendResult | undefined
    try {
      result = await store.append(...given)
      return result
    } catch (error) {
      failure = error
      throw error
    } finally {
      underWay.delete(entry)
      const outcome = outcomeOf(failure)
      observe?.appended(result?.ok === false ? 'conflict' : outcome, {
        count: given[2].length,
        milliseconds: monotonic() - entry.since,
      })
      last = { at: monotonic(), failure: outcome === 'taken' ? undefined : failure }
    }
  }

  async function probe(): Promise<void> {
    let failure: unknown
    try {
      await store.probeWrites?.()
    } catch (error) {
      failure = error
    }
    observe?.probed(outcomeOf(failure))
    probed = { at: monotonic(), failure }
    probing = undefined
  }

  const isWithin = (milliseconds: number, known: Last): boolean => monotonic() - known.at < milliseconds

  return {
    store: { ...store, append },
    async check() {
      const [oldest] = underWay
      const waited = oldest ? monotonic() - oldest.since : 0
      if (waited > LONGEST_APPEND_MS)
        throw new Error(`an append has been under way for ${Math.round(waited / 1_000)} s`)
      if (last?.failure !== undefined && isWithin(REFUSED_FOR_MS, last)) throw refused(last.failure)
      if (last?.failure === undefined && last && isWithin(PROVEN_FOR_MS, last)) return
      const isKnown =
        probed && isWithin(probed.failure === undefined ? PROVEN_FOR_MS : PROBE_AGAIN_MS, probed)
      // A probe from before an append was refused says nothing.
      if (!isKnown || (probed && last && probed.at < last.at)) {
        probing ??= probe()
        await probing
      }
      if (probed?.failure !== undefined) throw refused(probed.failure)
    },
  }
}

/** Whatever the log judged, it took: also what it cannot store, and what comes too late. */
function outcomeOf(failure: unknown): WriteOutcome {
  if (failure instanceof OutcomeUnknown) return 'unknown'
  return failure instanceof StoreUnavailable ? 'unavailable' : 'taken'
}

function refused(failure: unknown): Error {
  const reason = failure instanceof Error && failure.cause instanceof Error ? failure.cause : failure
  const words = reason instanceof Error ? reason.message : String(reason)
  // File names differ from one try to the next, and do not help the reader of the message.
  return new Error(`it takes no appends (${words.replaceAll(/ "[^"]*"/g, '')})`, { cause: failure })
}
