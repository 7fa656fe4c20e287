import { type AuditActor, addUser, createApiKey, createCompany, listCompanies } from '@ecmr/accounts'
import type { openPool } from '@ecmr/postgres'

const ACTOR: AuditActor = { kind: 'system', id: 'first-start', name: 'First start' }

/** The company that an operator begins with. */
export interface FirstCompany {
  readonly name: string
  /** its API key in clear text, when it was made just now; it is stored nowhere */
  readonly key?: string
}

/** The oldest company. When there is none one is made: on the Pro plan, with a user and an API key. */
export async function firstCompany(pool: ReturnType<typeof openPool>): Promise<FirstCompany> {
  const [oldest] = await listCompanies(pool)
  if (oldest) return { name: oldest.name }
  const { id: company_id, name } = await createCompany(pool, { name: 'Demo', plan: 'pro' }, ACTOR)
  await addUser(pool, { company_id, email: 'demo@example.com', name: 'Demo user', role: 'owner' }, ACTOR)
  const { clear } = await createApiKey(pool, { company_id, name: 'First start' }, ACTOR)
  return { name, key: clear }
}
