import { tableOf } from '../harness/table.js'
import type { NotMet } from './not-met.js'
import type { Scenario } from './suite.js'
import { missingFor, type Run } from './verdict.js'

/** Scenario by scenario what each set of requirements came to, as a table that reads well in a terminal. */
export function tableOfRuns(runs: readonly Run[], list: readonly NotMet[]): string {
  const names = [...new Set(runs.flatMap(({ scenarios }) => scenarios.map(({ name }) => name)))]
  const head = ['scenario', ...runs.map(({ requirements }) => requirements), 'for want of']
  const rows = names.map((name) => [
    name,
    ...runs.map(({ scenarios }) => result(scenarios.find((scenario) => scenario.name === name))),
    missingFor(name, list).join(', '),
  ])
  return tableOf(head, rows)
}

/** Why what is missing is missing. */
export function legendOf(list: readonly NotMet[]): string {
  return list.map(({ what, why }) => `${what}: ${why}.`).join('\n')
}

function result(scenario: Scenario | undefined): string {
  if (scenario === undefined) return ''
  const count = (status: string): number => scenario.checks.filter((check) => check.status === status).length
  const [met, not, warnings] = [count('SUCCESS'), count('FAILURE'), count('WARNING')]
  if (not > 0) return `${not} of ${met + not} not met`
  if (met === 0) return 'does not apply'
  return warnings > 0 ? `met, ${warnings} warned of` : 'met'
}
