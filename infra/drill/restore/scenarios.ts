import type { Half } from './copies.js'

/** What is put back in a round: the older copy, the younger one, or nothing. */
export interface Scenario {
  readonly name: string
  readonly log: 'older' | 'younger' | undefined
  readonly rest: 'older' | 'younger' | undefined
  /** which half is put back first */
  readonly first: Half
  readonly isRunning: boolean
}

const ages: readonly Omit<Scenario, 'isRunning'>[] = [
  { name: 'log older', log: 'younger', rest: undefined, first: 'log' },
  { name: 'log much older', log: 'older', rest: undefined, first: 'log' },
  { name: 'rest older', log: undefined, rest: 'younger', first: 'rest' },
  { name: 'both, equally old', log: 'older', rest: 'older', first: 'log' },
  { name: 'both, equally old, rest first', log: 'younger', rest: 'younger', first: 'rest' },
  { name: 'both, log older', log: 'older', rest: 'younger', first: 'log' },
  { name: 'both, rest older', log: 'younger', rest: 'older', first: 'rest' },
]

/** All orders, with the services running and stopped. */
export const scenarios: readonly Scenario[] = ages.flatMap((age) => [
  { ...age, isRunning: false },
  { ...age, isRunning: true },
])

/** Whether the log is behind what was made of it afterwards. */
export function leavesLogBehind({ log, rest }: Scenario): boolean {
  const age = { older: 0, younger: 1, now: 2 }
  return age[log ?? 'now'] < age[rest ?? 'now']
}
