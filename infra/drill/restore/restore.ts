import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { verified } from '../../harness/operator.js'
import { cure, isSettled, shownBehind, unannounced } from './after-restore.js'
import type { Half } from './copies.js'
import { type Kind, type Stage, setUp, Trickle } from './installation.js'

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
const scenarios: readonly Scenario[] = ages.flatMap((age) => [
  { ...age, isRunning: false },
  { ...age, isRunning: true },
])

/** Whether the log is behind what was made of it afterwards. */
function leavesLogBehind({ log, rest }: Scenario): boolean {
  const age = { older: 0, younger: 1, now: 2 }
  return age[log ?? 'now'] < age[rest ?? 'now']
}

const LOAD_MS = 700

const NONE = { rounds: 0, behind: 0, shown: 0, gone: 0, unannounced: 0, broken: 0, unsettled: 0, otherIds: 0 }

type Tally = typeof NONE

/**
 * Puts the log and the rest back from copies of different ages, in all orders, with the service running and stopped,
 * and looks for silent holes: either everything agrees afterwards by itself, or health, metrics and log say within 10 s
 * that it does not, and what they name cures it. Every event on record must have been announced.
 */
export async function restore({ rounds = scenarios.length }: { readonly rounds?: number }): Promise<boolean> {
  const tallies = [await restoreIn('postgres', rounds), await restoreIn('eventstoredb', rounds)]
  const sum = (of: (tally: Tally) => number): number => tallies.reduce((total, tally) => total + of(tally), 0)
  const duplicates = sum(({ otherIds }) => otherIds)
  console.log(`
restores                                      ${sum(({ rounds }) => rounds)}
left the log behind the rest                  ${sum(({ behind }) => behind)}
of these shown by health, metrics and log     ${sum(({ shown }) => shown)}
events that were gone, and listed             ${sum(({ gone }) => gone)}
events on record, never announced             ${sum((tally) => tally.unannounced)}
webhook repeats under another id              ${duplicates}
rounds after which something did not agree    ${sum(({ broken }) => broken)}
rounds after which something stood still      ${sum(({ unsettled }) => unsettled)}`)
  const isShown = sum(({ behind }) => behind) === sum(({ shown }) => shown)
  const faults = sum((tally) => tally.unannounced + tally.broken + tally.unsettled) + duplicates
  return isShown && faults === 0
}

async function restoreIn(kind: Kind, rounds: number): Promise<Tally> {
  const stage = await setUp(kind)
  const tally: Tally = { ...NONE }
  try {
    for (let round = 0; round < rounds; round++) {
      const scenario = scenarios[round % scenarios.length]
      if (scenario) await play(stage, kind, scenario, tally)
    }
    return { ...tally, otherIds: stage.receiver.duplicates().otherId }
  } finally {
    await stage.close()
    await rm(stage.directory, { recursive: true, force: true })
  }
}

async function play(stage: Stage, kind: Kind, scenario: Scenario, tally: Tally): Promise<void> {
  const round = ++tally.rounds
  const trickle = new Trickle(stage.service.url, stage.key)
  trickle.start()
  await putBack(stage, scenario, trickle)
  await delay(LOAD_MS)
  const isBehind = leavesLogBehind(scenario)
  let result = 'agrees by itself'
  if (isBehind) {
    tally.behind++
    const shown = await shownBehind(stage)
    if (shown.health && shown.metrics && shown.log) tally.shown++
    else console.error('not shown everywhere:', shown)
    const gone = await cure(stage, round)
    tally.gone += gone
    result = `${gone} events gone, cured`
  }
  await delay(LOAD_MS)
  await trickle.stop()
  if (!(await isSettled(stage))) tally.unsettled++
  tally.unannounced += await unannounced(stage)
  const { audit, replay } = await verified(stage.environment)
  if (!audit || !replay) tally.broken++
  const how = scenario.isRunning ? 'running' : 'stopped'
  console.log(`${kind} ${round}: ${scenario.name}, ${how}: ${result}; ${trickle.accepted} notes accepted`)
}

async function putBack(stage: Stage, scenario: Scenario, trickle: Trickle): Promise<void> {
  const { service, copies } = stage
  await delay(LOAD_MS)
  await copies.take('older')
  await delay(LOAD_MS)
  await copies.take('younger')
  await delay(LOAD_MS)
  if (!scenario.isRunning) {
    await trickle.stop()
    await service.stop()
  }
  const halves = scenario.first === 'log' ? (['log', 'rest'] as const) : (['rest', 'log'] as const)
  for (const half of halves) {
    const copy = scenario[half]
    if (copy) await copies.restore(copy, half)
  }
  if (!scenario.isRunning) {
    await service.start()
    trickle.start()
  }
  for (const name of ['older', 'younger']) await copies.drop(name)
}
