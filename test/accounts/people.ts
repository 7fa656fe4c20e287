import {
  type AuditActor,
  addUser,
  type Company,
  createCompany,
  hashPassword,
  type LoginPlace,
  migrateAccounts,
  type User,
  type UserRole,
} from '@ecmr/accounts'
import { setHashCost } from '@ecmr/accounts/testing'
import { actingFor, type CompanyId } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { operator } from '../support/api.js'
import { testDatabase } from '../support/database.js'
import { CHEAP } from '../support/service-ground.js'

export const PASSWORD = 'olivos de Jaén en mayo'
export const OTHER_PASSWORD = 'tractor bisagra paraguas'
export const PLACE: LoginPlace = { address: '192.0.2.10', userAgent: 'Firefox' }

/** How many statements can be under way at a time. */
export const MOST_AT_ONCE = 8

/** A link's token that was never made. */
export const INVENTED = 'A'.repeat(43)

export interface People {
  readonly url: string
  readonly pool: Pool
  /** a user of a new company, or of this one, whose password is PASSWORD */
  person(company?: CompanyId, role?: UserRole): Promise<Person>
  /**
   * Begins work while a statement's transaction holds what it has locked, and ends that transaction once so many wait for
   * it: they are there at the same time for certain.
   *
   * @param finish what it does before it ends
   */
  heldBack<Result>(
    hold: { readonly statement: string; readonly waiting: number; readonly finish?: string },
    work: () => Promise<Result>,
  ): Promise<Result>
  /** the newest changes of a company, as its audit trail will have them */
  trail(company: string): Promise<readonly { type: string; data: object; actor: object }[]>
}

export interface Person extends User {
  readonly company: CompanyId
  readonly actor: AuditActor
}

/** The accounts of a database of its own. Passwords are hashed cheaply. */
export async function people(t: Test): Promise<People> {
  setHashCost(CHEAP)
  const url = await testDatabase(t)
  const pool = openPool({ url, max: MOST_AT_ONCE, name: 'test accounts' })
  const aside = openPool({ url, max: 2, name: 'test aside' })
  t.teardown(() => Promise.all([pool.end(), aside.end()]))
  await migrateAccounts(pool)
  let made = 0
  const newCompany = async (): Promise<Company> => createCompany(pool, { name: `Company ${made}` }, operator)
  return {
    url,
    pool,
    async person(given, role = 'owner') {
      made += 1
      const company = given ?? actingFor((await newCompany()).id)
      const [name, email] = [`Lucía Fernández ${made}`, `lucia${made}@example.com`]
      const user = await addUser(
        pool,
        { company_id: company, name, email, role, password_hash: await hashPassword(PASSWORD) },
        operator,
      )
      return { ...user, company, actor: { kind: 'user', id: user.id } }
    },
    async heldBack({ statement, waiting, finish = '' }, work) {
      const holder = await aside.connect()
      await holder.query(`begin; ${statement}`)
      const working = work()
      while ((await waitingIn(aside)) < waiting) await new Promise(setImmediate)
      await holder.query(`${finish}; commit`)
      holder.release()
      return working
    },
    async trail(company) {
      const { rows } = await pool.query(
        'select type, data, actor from accounts.audit_outbox where company_id = $1 order by seq',
        [company],
      )
      return rows
    },
  }
}

async function waitingIn(pool: Pool): Promise<number> {
  const { rows } = await pool.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rows.length
}

/** Does the same many times at once. */
export function atOnce<Result>(times: number, work: () => Promise<Result>): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: times }, work))
}
