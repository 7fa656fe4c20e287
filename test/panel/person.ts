import { addUser, type Company, createCompany, logInAs, type User } from '@ecmr/accounts'
import { openPool } from '@ecmr/postgres'
import { operator } from '../support/panel.js'
import { type Visit, visitAt } from '../support/visit.js'

/** A user with a company of their own, logged in to the processes that share a database. */
export interface Person {
  readonly company: Company
  readonly user: User
  readonly visit: Visit
}

/** Makes a company and its owner; the tables must be there. */
export async function newPerson(databaseUrl: string, origin: () => string): Promise<Person> {
  const pool = openPool({ url: databaseUrl, max: 1, name: 'test person' })
  try {
    const company = await createCompany(pool, { name: 'Transportes Guadalquivir' }, operator)
    const who = { company_id: company.id, email: 'ana@example.com', name: 'Ana Ruiz', role: 'owner' } as const
    const user = await addUser(pool, who, operator)
    const { token } = await logInAs(pool, user.id, { address: '127.0.0.1', userAgent: 'test' })
    const visit = visitAt(origin)
    visit.cookies.set('ecmr-session', token)
    return { company, user, visit }
  } finally {
    await pool.end()
  }
}
