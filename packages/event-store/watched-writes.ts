import { Counter, type Registry } from 'prom-client'
import { type EventStore, OutcomeUnknown, StoreUnavailable } from './port.js'

/**
 * Counts what comes of appends to the event log, and of probes of whether it takes them.
 *
 * @example
 * watchedWrites(log, { observe: writeMetrics(registry) })
 */
export function writeMetrics(
  registry: Registry,
): (what: 'append' | 'probe', outcome: 'taken' | 'unavailable' | 'unknown') => void {
  const registers = [registry]
  const appends = new Counter({
    name: 'ecmr_appends_total',
    help: 'Appends to the event log by this process: taken, which refusals of a wrong version are too, or why not',
    labelNames: ['outcome'],
    registers,
  })
  const probes = new Counter({
    name: 'ecmr_write_probes_total',
    help: 'Probes of whether the event log takes appends, made while nothing is appended',
    labelNames: ['outcome'],
    registers,
  })
  return (what, outcome) => (what === 'append' ? appends : probes).inc({ outcome })
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
 * @param options.observe called with the outcome of each append and probe
 * @param options.monotonic milliseconds; the process's clock that never jumps unless given
 */
export function watchedWrites(
  store: EventStore,
  options: {
    readonly observe?: (what: 'append' | 'probe', outcome: WriteOutcome) => void
    readonly monotonic?: () => number
  } = {},
): WatchedWrites {
  const { observe = () => undefined, monotonic = () => performance.now() } = options
  const underWay = new Set<{ readonly since: number }>()
  let last: Last | undefined
  let probed: Last | undefined
  let probing: Promise<void> | undefined

  async function append(...given: Parameters<EventStore['append']>): ReturnType<EventStore['append']> {
    const entry = { since: monotonic() }
    underWay.add(entry)
    let failure: unknown
    try {
      return await store.append(...given)
    } catch (error) {
      failure = error
      throw error
    } finally {
      underWay.delete(entry)
      const outcome = outcomeOf(failure)
      observe('append', outcome)
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
    observe('probe', outcomeOf(failure))
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
