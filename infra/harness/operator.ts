import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { addUser, findCompany, logInAs } from '@ecmr/accounts'
import { openPool } from '@ecmr/postgres'
import { measured } from './child.js'

/** What the operator's commands are run with. */
export type Environment = Readonly<Record<string, string>>

/** Runs a command of the operator's and returns what it printed. */
export type RunCommand = (environment: Environment, ...args: readonly string[]) => Promise<string>

/** The operator's commands of a checkout. */
export function ecmrOf(checkout: string): RunCommand {
  return async (environment, ...args) => {
    const { stdout } = await promisify(execFile)(process.execPath, ['services/cli/dist/main.js', ...args], {
      cwd: checkout,
      env: { ...process.env, ...environment },
      maxBuffer: 1 << 28,
    })
    return stdout.trim()
  }
}

export const ecmr: RunCommand = ecmrOf(measured)

/** Runs a command of the operator's that checks something; shows what it says. */
export async function checked(environment: Environment, ...args: readonly string[]): Promise<boolean> {
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

/** Whether the audit trail is sound, and the read models equal a fresh replay. */
export async function verified(environment: Environment): Promise<{ audit: boolean; replay: boolean }> {
  const audit = await checked(environment, 'audit', 'verify')
  return { audit, replay: await checked(environment, 'projections', 'verify', 'all') }
}

/** A company, and an API key of its that may do everything. */
export interface Company {
  readonly id: string
  readonly name: string
  readonly key: string
}

/** Registers a company with an API key. */
export async function newCompany(
  environment: Environment,
  name: string,
  plan: 'pro' | 'enterprise' = 'enterprise',
  run: RunCommand = ecmr,
): Promise<Company> {
  const create = ['companies', 'create', '--name', name, '--plan', plan, '--json']
  const { company } = JSON.parse(await run(environment, ...create))
  const made = JSON.parse(await run(environment, 'keys', 'create', '--company', company.id, '--json'))
  return { id: company.id, name, key: made.api_key }
}

/** Adds an owner to a company, with a session of the panel as a cookie. */
export async function newOwner(
  databaseUrl: string,
  company: string,
  login: { readonly email: string; readonly password_hash?: string } = { email: 'owner@example.com' },
): Promise<{ readonly companyId: string; readonly cookie: string }> {
  const pool = openPool({ url: databaseUrl, max: 1, name: 'operator' })
  try {
    const found = await findCompany(pool, company)
    if (!found) throw new Error(`there is no company ${company}`)
    const person = { company_id: found.id, name: 'Owner', role: 'owner', ...login } as const
    const user = await addUser(pool, person, { kind: 'operator', id: 'infra' })
    const { token } = await logInAs(pool, user.id, { address: '127.0.0.1', userAgent: 'infra' })
    return { companyId: found.id, cookie: `ecmr-session=${token}` }
  } finally {
    await pool.end()
  }
}
