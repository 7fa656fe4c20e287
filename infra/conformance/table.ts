import type { NotMet } from './not-met.js'
import type { Scenario } from './suite.js'
import { missingFor, type Run } from './verdict.js'

/** Scenario by scenario what each set of requirements came to, as a table that reads well in a terminal. */
export function tableOf(runs: readonly Run[], list: readonly NotMet[]): string {
  const names = [...new Set(runs.flatMap(({ scenarios }) => scenarios.map(({ name }) => name)))]
  const head = ['scenario', ...runs.map(({ requirements }) => requirements), 'for want of']
  const rows = names.map((name) => [
    name,
    ...runs.map(({ scenarios }) => result(scenarios.find((scenario) => scenario.name === name))),
    missingFor(name, list).join(', '),
  ])
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  return [head, widths.map((width) => '-'.repeat(width)), ...rows]
    .map((row) => `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`)
    .join('\n')
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
