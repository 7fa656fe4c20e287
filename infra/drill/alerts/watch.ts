import { setTimeout as delay } from 'node:timers/promises'
import type { AlertState, Prometheus } from '../../harness/prometheus.js'
import { type Expected, isExpected } from './trial.js'

const ASK_EVERY_MS = 3_000

/** What a Prometheus says about its alerts, looked at all the time. */
export interface Watch {
  /** `for`, seconds */
  delayOf(alert: string): number
  isFiring(expected: Expected): boolean
  /** firing, or pending */
  isKnown(expected: Expected): boolean
  /** Collects the alerts that fire and that no fault under way is meant to raise. */
  startCollecting(expects: readonly Expected[]): { stop(): readonly string[] }
  /** names of all alerts that have fired */
  readonly haveFired: ReadonlySet<string>
  /** Prints a line of progress. */
  say(line: string): void
  stop(): Promise<void>
}

/** @param stage the name of the installation in lines of progress */
export async function watchAlerts(prometheus: Prometheus, stage: string): Promise<Watch> {
  const began = performance.now()
  const stopping = new AbortController()
  const haveFired = new Set<string>()
  const meant = new Set<readonly Expected[]>()
  const collected = new Set<Set<string>>()
  let { states, delays } = await prometheus.alerts()

  function say(line: string): void {
    const seconds = Math.round((performance.now() - began) / 1_000)
    console.log(`${String(seconds).padStart(5)} s  ${stage}: ${line}`)
  }

  function take(next: readonly AlertState[]): void {
    const [before, now] = [firing(states), firing(next)]
    for (const name of now) if (!before.has(name)) say(`${name} fires`)
    for (const name of before) if (!now.has(name)) say(`${name} has cleared`)
    states = next
    const known = new Set([...meant].flat().map(({ alert }) => alert))
    for (const name of now) {
      haveFired.add(name)
      if (!known.has(name)) for (const names of collected) names.add(name)
    }
  }

  async function look(): Promise<void> {
    while (!stopping.signal.aborted) {
      await delay(ASK_EVERY_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
      const next = await prometheus.alerts().catch(() => undefined)
      if (next === undefined) continue
      delays = next.delays
      take(next.states)
    }
  }

  const ended = look()
  return {
    delayOf(alert) {
      const seconds = delays.get(alert)
      if (seconds === undefined) throw new Error(`there is no alert ${alert}`)
      return seconds
    },
    isFiring: (expected) => states.some((state) => state.isFiring && isExpected(expected, state)),
    isKnown: (expected) => states.some((state) => isExpected(expected, state)),
    startCollecting(expects) {
      const names = new Set<string>()
      meant.add(expects)
      collected.add(names)
      return {
        stop() {
          meant.delete(expects)
          collected.delete(names)
          return [...names].sort()
        },
      }
    },
    haveFired,
    say,
    async stop() {
      stopping.abort()
      await ended
    },
  }
}

/** The names of the alerts that fire. */
function firing(states: readonly AlertState[]): ReadonlySet<string> {
  return new Set(states.filter(({ isFiring }) => isFiring).map(({ name }) => name))
}
