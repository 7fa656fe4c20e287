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

/** A company, and an API key of its that may do everything. */
export interface Company {
  readonly id: string
  readonly name: string
  readonly key: string
}

/** Registers a company that has booked everything. */
export async function newCompany(environment: Environment, name: string): Promise<Company> {
  const plan = ['--plan', 'enterprise', '--json']
  const { company } = JSON.parse(await ecmr(environment, 'companies', 'create', '--name', name, ...plan))
  const made = JSON.parse(await ecmr(environment, 'keys', 'create', '--company', company.id, '--json'))
  return { id: company.id, name, key: made.api_key }
}
