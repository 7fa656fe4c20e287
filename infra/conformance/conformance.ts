import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { npmExec } from '../harness/npm-exec.js'
import { tableOf } from '../harness/table.js'
import type { NotMet } from './not-met.js'

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'

const checks = Type.Array(
  Type.Object({
    id: Type.String(),
    status: Type.Union(
      ['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO'].map((status) => Type.Literal(status)),
    ),
    errorMessage: Type.Optional(Type.String()),
  }),
)

type Check = Static<typeof checks>[number]

/** What the suite found out in one scenario. */
export interface Scenario {
  readonly name: string
  readonly checks: readonly Check[]
}

/**
 * Runs the public conformance suite, which npm brings for this one time.
 *
 * @param onLine called with each line that the suite prints
 * @returns the scenarios it has run, in their order
 */
export async function runSuite(
  args: readonly string[],
  onLine: (line: string) => void = () => undefined,
): Promise<readonly Scenario[]> {
  const directory = await mkdtemp(join(tmpdir(), 'ecmr-conformance-results-'))
  try {
    // Its own exit code says whether all is met, which here is for the list of what is not to say.
    const { printed } = await npmExec({
      packages: [SUITE],
      command: 'conformance',
      args: [...args, '--output-dir', directory],
      modernNode: true,
      onLine,
    })
    const scenarios = await scenariosIn(directory)
    if (scenarios.length === 0) throw new Error(`the suite has run nothing:\n${printed}`)
    return scenarios
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

// A scenario's results are in a directory called `server-<scenario>-<time>`.
const NAME = /^(?:authorization-server|server)-(.+)-(\d{4}-\d{2}-\d{2}T[\d-]+Z)$/

async function scenariosIn(directory: string): Promise<readonly Scenario[]> {
  const found: (Scenario & { readonly time: string })[] = []
  for (const folder of await readdir(directory)) {
    const [, name, time] = NAME.exec(folder) ?? []
    if (name === undefined || time === undefined) throw new Error(`results of what? ${folder}`)
    found.push({ name, time, checks: await checksIn(join(directory, folder)) })
  }
  return found.sort((a, b) => a.time.localeCompare(b.time))
}

async function checksIn(folder: string): Promise<readonly Check[]> {
  const text = await readFile(join(folder, 'checks.json'), 'utf8').catch(() => undefined)
  if (text === undefined) return [{ id: 'run', status: 'FAILURE', errorMessage: 'It could not be run.' }]
  const read: unknown = JSON.parse(text)
  if (!Value.Check(checks, read)) throw new Error(`the suite writes something else than checks in ${folder}`)
  return read
}

/** What a set of requirements came to. */
export interface Run {
  /** a revision of the specification, or `authorization` */
  readonly requirements: string
  readonly scenarios: readonly Scenario[]
}

/** How what was found differs from the list of what is not met. */
export interface Verdict {
  /** checks that fail or warn and are not in the list, each with what the suite says */
  readonly unexpected: readonly string[]
  /** checks in the list that fail nowhere */
  readonly outdated: readonly string[]
}

/** A warning is of something that a server should do: it is fixed, or has its reason in the list, as a failure. */
const FINDINGS: readonly string[] = ['FAILURE', 'WARNING']

/** Holds what the suite has found against the list of what is not met. */
export function verdictOn(runs: readonly Run[], list: readonly NotMet[]): Verdict {
  const listed = new Set(list.flatMap(({ failing }) => keysOf(failing)))
  const unexpected: string[] = []
  const failed = new Set<string>()
  for (const { requirements, scenarios } of runs)
    for (const { name, checks } of scenarios)
      for (const { id, status, errorMessage } of checks) {
        const key = keyOf(name, id)
        if (!FINDINGS.includes(status)) continue
        failed.add(key)
        if (!listed.has(key)) unexpected.push(`${requirements} ${key}: ${errorMessage ?? 'no reason given'}`)
      }
  const outdated = [...listed].filter((key) => !failed.has(key))
  return { unexpected, outdated }
}

/** What it is that a scenario asks for and does not get, as far as the list says it. */
function missingFor(scenario: string, list: readonly NotMet[]): readonly string[] {
  return list.filter(({ failing }) => scenario in failing).map(({ what }) => what)
}

function keysOf(failing: NotMet['failing']): readonly string[] {
  return Object.entries(failing).flatMap(([scenario, checks]) => checks.map((id) => keyOf(scenario, id)))
}

function keyOf(scenario: string, check: string): string {
  return `${scenario}/${check}`
}

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
  const { checks } = scenario
  const not = checks.filter(({ status }) => FINDINGS.includes(status)).length
  const met = checks.filter(({ status }) => status === 'SUCCESS').length
  if (not > 0) return `${not} of ${met + not} not met`
  return met === 0 ? 'does not apply' : 'met'
}
