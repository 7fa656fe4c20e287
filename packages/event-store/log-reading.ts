import { throttled } from '@ecmr/runtime'
import { Counter, Gauge, type Registry } from 'prom-client'

/** Gets why a log cannot be read or followed, at every failed try; undefined: everything is read again. */
export type OnReadProblem = (error: Error | undefined) => void

/** What one reader says of its tries: the error of one that failed, nothing for one that succeeded or is over. */
export type ReadReport = (error?: Error) => void

/**
 * Brings together what several readers of one log say: it is read again when the last of them is.
 *
 * @returns makes the report of one more reader
 */
export function readReports(onProblem: OnReadProblem): () => ReadReport {
  const failing = new Set<ReadReport>()
  return () => {
    const report: ReadReport = (error) => {
      if (error) {
        failing.add(report)
        onProblem(error)
      } else if (failing.delete(report) && failing.size === 0) onProblem(undefined)
    }
    return report
  }
}

/** How a process reads the event log: every failed try is logged, counted, and known to readiness and health. */
export interface LogReading {
  /** What one more opened event store is to tell its problems to. */
  onProblem(): OnReadProblem
  /** Rejects with a sentence while some of the log cannot be read. */
  check(): Promise<void>
}

/**
 * Watches the reading of the event log.
 *
 * @param options.log takes one line for each new problem, one a minute while it lasts, and one when it is over
 * @param options.registry takes the number of failed tries, and whether anything cannot be read now; absent: none
 * @example
 * const reading = logReading({ log, registry })
 * const store = await openEventStore({ url, ...config.eventStore }, { onProblem: reading.onProblem() })
 */
export function logReading(options: {
  readonly log: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
  readonly registry?: Registry
}): LogReading {
  const { log, registry } = options
  const warn = throttled((err) => log.warn({ err }, 'the event log cannot be read; tried again'))
  const metrics = registry && readingFigures(registry)
  let problem: Error | undefined
  const onProblem = readReports((error) => {
    if (error) {
      warn(error)
      metrics?.failures.inc()
    } else log.info({}, 'the event log is read again')
    problem = error
    metrics?.blocked.set(error ? 1 : 0)
  })
  return {
    onProblem,
    async check() {
      if (problem) throw new Error(`The event log cannot be read: ${problem.message}.`)
    },
  }
}

function readingFigures(registry: Registry) {
  const registers = [registry]
  return {
    failures: new Counter({
      name: 'ecmr_event_log_read_failures_total',
      help: 'Tries to read or follow the event log that failed or took too long; each was repeated',
      registers,
    }),
    blocked: new Gauge({
      name: 'ecmr_event_log_blocked',
      help: '1 while some of the event log cannot be read or followed',
      registers,
    }),
  }
}
