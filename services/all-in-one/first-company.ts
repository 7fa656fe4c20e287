import {
  type AuditActor,
  addUser,
  type Company,
  createApiKey,
  createCompany,
  hashPassword,
  listCompanies,
  listUsers,
  newPassword,
} from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import type { openPool } from '@ecmr/postgres'

type Pool = ReturnType<typeof openPool>

const ACTOR: AuditActor = { kind: 'system', id: 'first-start' }
const EMAIL = 'demo@example.com'

/** The company that an operator begins with. */
export interface FirstCompany {
  readonly name: string
  /** with which its first owner logs in; absent when it has none */
  readonly email?: string
  readonly secrets?: FirstSecrets
}

/** What was made just now, in clear text; it is stored nowhere. */
export interface FirstSecrets {
  readonly key: string
  readonly email: string
  readonly password: string
}

/** The oldest company. When there is none one is made: on the Pro plan, with a user and an API key. */
export async function firstCompany(pool: Pool): Promise<FirstCompany> {
  const [oldest] = await listCompanies(pool)
  return oldest ? knownCompany(pool, oldest) : newCompany(pool)
}

async function knownCompany(pool: Pool, { id, name }: Company): Promise<FirstCompany> {
  const users = await listUsers(pool, actingFor(id))
  const owner = users.find(({ role }) => role === 'owner')
  return { name, ...(owner && { email: owner.email }) }
}

async function newCompany(pool: Pool): Promise<FirstCompany> {
  const password = newPassword()
  const password_hash = await hashPassword(password)
  const { id: company_id, name } = await createCompany(pool, { name: 'Demo', plan: 'pro' }, ACTOR)
  const user = { company_id, email: EMAIL, name: 'Demo user', role: 'owner', password_hash } as const
  await addUser(pool, user, ACTOR)
  const { clear } = await createApiKey(pool, { company_id, name: 'First start' }, ACTOR)
  return { name, email: EMAIL, secrets: { key: clear, email: EMAIL, password } }
}
