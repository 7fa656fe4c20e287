import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { root } from '../harness/child.js'

/** What the operator's commands are run with. */
export type Environment = Readonly<Record<string, string>>

/** Runs a command of the operator's and returns what it printed. */
export async function ecmr(environment: Environment, ...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)(process.execPath, ['services/cli/dist/main.js', ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    maxBuffer: 1 << 26,
  })
  return stdout.trim()
}

/** Runs a command of the operator's that checks something; shows what it says. */
export async function holds(environment: Environment, ...args: string[]): Promise<boolean> {
  return ecmr(environment, ...args).then(
    (output) => {
      console.log(output)
      return true
    },
    (error: { stdout?: string; stderr?: string }) => {
      console.error(error.stdout, error.stderr)
      return false
    },
  )
}

/** Registers a company; returns its API key, which may do everything. */
export async function newCompany(environment: Environment, name: string): Promise<string> {
  const company = ['--name', name, '--plan', 'enterprise']
  const created = JSON.parse(await ecmr(environment, 'companies', 'create', ...company, '--json'))
  const made = JSON.parse(
    await ecmr(environment, 'keys', 'create', '--company', created.company.id, '--json'),
  )
  return made.api_key
}
