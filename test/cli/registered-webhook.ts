import { createCompany, recordAudit } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import { addressGuard, registerEndpoint, secretBox, type WebhookEvent } from '@ecmr/webhooks'
import type { Test } from 'tap'
import { operator } from '../support/api.js'
import { databaseWithTables } from '../support/database-with-tables.js'
import { ecmrHere } from './ecmr-here.js'

/** Two companies, the first of them with a webhook, and no notifier. */
export async function openRegisteredWebhook(t: Test, events: readonly WebhookEvent[] = ['ecmr.created']) {
  const url = await databaseWithTables(t)
  const pool = openPool({ url, max: 3, name: 'test' })
  t.teardown(() => pool.end())
  const company = await createCompany(pool, { name: 'Transportes Norte' }, operator)
  await createCompany(pool, { name: 'Transportes Sur' }, operator)
  const registered = await registerEndpoint(
    { pool, recordAudit, secrets: secretBox('x'), urlRules: { guard: addressGuard([]), httpsOnly: false } },
    {
      company: actingFor(company.id),
      url: 'https://192.0.2.1.invalid/hooks',
      events,
      followsFrom: '',
      actor: { kind: 'api_key', id: 'k', name: 'test' },
    },
  )
  if (!registered.ok) throw new Error(registered.reason)
  const ecmr = (...args: readonly string[]) => ecmrHere(url, ...args)
  const norte = ['--company', 'Transportes Norte']
  return { url, pool, company, id: registered.endpoint.id, norte, ecmr }
}
