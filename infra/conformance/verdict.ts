import type { NotMet } from './not-met.js'
import type { Scenario } from './suite.js'

/** What a set of requirements came to. */
export interface Run {
  /** a revision of the specification, or `authorization` */
  readonly requirements: string
  readonly scenarios: readonly Scenario[]
}

/** How what was found differs from the list of what is not met. */
export interface Verdict {
  /** checks that fail and are not in the list, each with what the suite says */
  readonly unexpected: readonly string[]
  /** checks in the list that fail nowhere */
  readonly outdated: readonly string[]
}

/** Holds what the suite has found against the list of what is not met. */
export function verdictOn(runs: readonly Run[], list: readonly NotMet[]): Verdict {
  const listed = new Set(list.flatMap(({ failing }) => keysOf(failing)))
  const unexpected: string[] = []
  const failed = new Set<string>()
  for (const { requirements, scenarios } of runs)
    for (const { name, checks } of scenarios)
      for (const { id, status, errorMessage } of checks) {
        const key = keyOf(name, id)
        if (status !== 'FAILURE') continue
        failed.add(key)
        if (!listed.has(key)) unexpected.push(`${requirements} ${key}: ${errorMessage ?? 'no reason given'}`)
      }
  const outdated = [...listed].filter((key) => !failed.has(key))
  return { unexpected, outdated }
}

/** What it is that a scenario asks for and does not get, as far as the list says it. */
export function missingFor(scenario: string, list: readonly NotMet[]): readonly string[] {
  return list.filter(({ failing }) => scenario in failing).map(({ what }) => what)
}

function keysOf(failing: NotMet['failing']): readonly string[] {
  return Object.entries(failing).flatMap(([scenario, checks]) => checks.map((id) => keyOf(scenario, id)))
}

function keyOf(scenario: string, check: string): string {
  return `${scenario}/${check}`
}
