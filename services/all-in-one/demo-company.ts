import { type AuditActor, addUser, createApiKey, createCompany, listCompanies } from '@ecmr/accounts'
import type { openPool } from '@ecmr/postgres'

const ACTOR: AuditActor = { kind: 'system', id: 'first-start', name: 'First start' }

/**
 * Makes a company to begin with, when there is none: on the Pro plan, with a user and an API key. Returns the key, which
 * is stored nowhere in clear text, or undefined when there are companies already.
 */
export async function demoCompany(pool: ReturnType<typeof openPool>): Promise<string | undefined> {
  if ((await listCompanies(pool)).length > 0) return undefined
  const company = await createCompany(pool, { name: 'Demo', plan: 'pro' }, ACTOR)
  const user = {
    company_id: company.id,
    email: 'demo@example.com',
    name: 'Demo user',
    role: 'owner',
  } as const
  await addUser(pool, user, ACTOR)
  const { clear } = await createApiKey(pool, { company_id: company.id, name: 'First start' }, ACTOR)
  return clear
}
