import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { tableOf } from '../harness/table.js'
import type { NotMet } from './not-met.js'

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
/** The suite asks for Node 22; where ours is older it runs on this one, which npm carries as a package for each platform. */
const NODE = '24.21.0'

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
    const printed = await run([...args, '--output-dir', directory], onLine)
    const scenarios = await scenariosIn(directory)
    if (scenarios.length === 0) throw new Error(`the suite has run nothing:\n${printed}`)
    return scenarios
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}

function run(args: readonly string[], onLine: (line: string) => void): Promise<string> {
  const isOld = Number(process.versions.node.split('.')[0]) < 22
  const node = isOld ? [`--package=node-${process.platform}-${process.arch}@${NODE}`] : []
  const child = spawn('npm', ['exec', '--yes', `--package=${SUITE}`, ...node, '--', 'conformance', ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  let line = ''
  const keep = (chunk: Buffer): void => {
    printed = (printed + chunk).slice(-20_000)
    const lines = (line + chunk).split('\n')
    line = lines.pop() ?? ''
    for (const each of lines) onLine(each)
  }
  child.stdout.on('data', keep)
  child.stderr.on('data', keep)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    // Its own exit code says whether all is met, which here is for the list of what is not to say.
    child.on('close', () => resolve(printed))
  })
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
  const count = (status: string): number => scenario.checks.filter((check) => check.status === status).length
  const [met, not, warnings] = [count('SUCCESS'), count('FAILURE'), count('WARNING')]
  if (not > 0) return `${not} of ${met + not} not met`
  if (met === 0) return 'does not apply'
  return warnings > 0 ? `met, ${warnings} warned of` : 'met'
}
