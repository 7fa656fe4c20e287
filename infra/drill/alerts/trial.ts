import { setTimeout as delay } from 'node:timers/promises'
import type { AlertState } from '../../harness/prometheus.js'
import type { Watch } from './watch.js'

/** What must follow from a fault. */
export interface Expected {
  readonly alert: string
  /** of the alert that is meant, where a fault has one among several */
  readonly labels?: Readonly<Record<string, string>>
  /** what the expression itself asks for, or looks back at, before `for` begins; seconds */
  readonly asks?: number
  /** for how long after the fault its traces are still looked at; seconds */
  readonly looksBack?: number
}

/** A fault that is made and removed. */
export interface Trial {
  readonly fault: string
  readonly expects: readonly Expected[]
  begin(): Promise<unknown>
  /** what an operator does, as the runbook says */
  end(): Promise<unknown>
}

/** What became of one alert; seconds. */
export interface Outcome {
  readonly alert: string
  readonly fault: string
  /** `for`, and what the expression asks for */
  readonly ownDelay: number
  /** since the fault was made; undefined: it did not fire in time */
  readonly firedAfter: number | undefined
  readonly looksBack: number
  /** since the fault was removed; undefined: it did not clear in time */
  readonly clearedAfter: number | undefined
  /** other alerts that fired meanwhile in the same installation, and that no other fault there was meant to raise */
  readonly others: readonly string[]
}

/** How much later than by its own delay an alert may fire, and than it can forget the fault, clear; seconds. */
export const PATIENCE = 120
const LOOK_EVERY_MS = 1_000
/** A process that is started again has its figures after a scrape, and what is made of them after an evaluation; seconds. */
const STAYS_QUIET = 45
/** Whatever was before is over by then. */
const QUIET_WITHIN = 900

/** Whether an alert is the expected one. */
export function isExpected({ alert, labels = {} }: Expected, { name, labels: its }: AlertState): boolean {
  return name === alert && Object.entries(labels).every(([label, value]) => its[label] === value)
}

/** Makes a fault, waits for its alerts, removes it, and waits until they have cleared. */
export async function runTrial(trial: Trial, watch: Watch): Promise<readonly Outcome[]> {
  const { fault, expects } = trial
  for (const expected of expects)
    if ((await secondsUntil(() => !watch.isKnown(expected), QUIET_WITHIN)) === undefined)
      throw new Error(`${expected.alert} was there before: ${fault}`)
  const others = watch.startCollecting(expects)
  const fired = clock()
  try {
    await trial.begin()
  } catch (error) {
    await trial.end().catch(() => undefined)
    throw error
  }
  watch.say(`fault: ${fault}`)
  const firedAfter = await Promise.all(
    expects.map((expected) =>
      secondsUntil(() => watch.isFiring(expected), ownDelay(expected, watch) + PATIENCE, fired),
    ),
  )
  await trial.end()
  watch.say(`removed: ${fault}`)
  const cleared = clock()
  const clearedAfter = await Promise.all(
    expects.map((expected) =>
      secondsUntilQuiet(() => watch.isFiring(expected), (expected.looksBack ?? 0) + PATIENCE, cleared),
    ),
  )
  const besides = others.stop()
  return expects.map((expected, index) => ({
    alert: expected.alert,
    fault,
    ownDelay: ownDelay(expected, watch),
    firedAfter: firedAfter[index],
    looksBack: expected.looksBack ?? 0,
    clearedAfter: clearedAfter[index],
    others: besides,
  }))
}

function ownDelay({ alert, asks = 0 }: Expected, watch: Watch): number {
  return watch.delayOf(alert) + asks
}

/** Seconds since it was made. */
function clock(): () => number {
  const began = performance.now()
  return () => Math.round((performance.now() - began) / 1_000)
}

async function secondsUntil(
  isSo: () => boolean,
  longest: number,
  passed: () => number = clock(),
): Promise<number | undefined> {
  while (passed() <= longest) {
    if (isSo()) return passed()
    await delay(LOOK_EVERY_MS)
  }
  return undefined
}

/** When it stopped firing for good. */
async function secondsUntilQuiet(
  isFiring: () => boolean,
  longest: number,
  passed: () => number,
): Promise<number | undefined> {
  let since: number | undefined
  while (passed() <= longest || since !== undefined) {
    since = isFiring() ? undefined : (since ?? passed())
    if (since !== undefined && passed() - since >= STAYS_QUIET) return since
    await delay(LOOK_EVERY_MS)
  }
  return undefined
}
