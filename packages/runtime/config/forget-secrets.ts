import { closeSync, openSync, readFileSync, readSync, writeSync } from 'node:fs'
import { isSecret, SETTINGS } from './settings.js'

/** The environment variables whose values are secrets. */
export const SECRET_NAMES: readonly string[] = Object.entries(SETTINGS.properties)
  .filter(([, schema]) => isSecret(schema))
  .map(([name]) => name)

/**
 * Takes our secrets out of this process's environment, after they have been read: out of `process.env`, which programs that it
 * starts inherit, and on Linux out of the memory that `/proc/<pid>/environ` shows, where the environment of its start stays
 * otherwise. What those who started this process keep in theirs it cannot change.
 *
 * @returns the names of secrets that can still be seen there: none, unless the system does not let a process write there
 */
export function forgetSecrets(env: NodeJS.ProcessEnv = process.env): readonly string[] {
  for (const name of SECRET_NAMES) delete env[name]
  const before = visibleSecrets()
  if (before.length === 0) return []
  try {
    overwriteSecrets()
  } catch {
    // A system that forbids it: then they stay, and are named.
  }
  return visibleSecrets()
}

function visibleSecrets(): readonly string[] {
  return [...secretsIn(ownEnvironment())].map(({ name }) => name)
}

/** As the process was started with it; empty where the system does not tell. */
function ownEnvironment(): Buffer {
  try {
    return readFileSync('/proc/self/environ')
  } catch {
    return Buffer.alloc(0)
  }
}

function overwriteSecrets(): void {
  const { start, end } = environmentInMemory()
  const memory = openSync('/proc/self/mem', 'r+')
  try {
    const environment = Buffer.alloc(end - start)
    readSync(memory, environment, 0, environment.length, start)
    for (const { from, to } of secretsIn(environment))
      writeSync(memory, Buffer.alloc(to - from), 0, to - from, start + from)
  } finally {
    closeSync(memory)
  }
}

/** See proc(5): env_start and env_end are the fields 50 and 51; the second, the name in brackets, may hold anything. */
function environmentInMemory(): { readonly start: number; readonly end: number } {
  const stat = readFileSync('/proc/self/stat', 'latin1')
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [start = 0, end = 0] = fields.slice(47, 49).map(Number)
  if (start === 0 || end < start) throw new Error('the system does not tell where the environment is')
  return { start, end }
}

/** Where the values of secrets are in an environment, in which a zero byte ends each entry. */
function* secretsIn(
  environment: Buffer,
): Generator<{ readonly name: string; readonly from: number; readonly to: number }> {
  for (let at = 0; at < environment.length; ) {
    const found = environment.indexOf(0, at)
    const end = found < 0 ? environment.length : found
    const [name = ''] = environment.toString('latin1', at, end).split('=', 1)
    const from = at + name.length + 1
    if (SECRET_NAMES.includes(name) && from < end) yield { name, from, to: end }
    at = end + 1
  }
}
