import { actingFor } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import { addressGuard, registerEndpoint, secretBox } from '@ecmr/webhooks'
import type { Customer } from './customer.js'

/** What secrets of webhooks are sealed with, here and in the services. */
export const SECRET_KEY = 's'.repeat(32)

/** Registers a webhook for new notes that the interface would refuse outside the embedded mode: it is not https. */
export async function registerWebhook(databaseUrl: string, { company }: Customer, to: string): Promise<void> {
  const pool = openPool({ url: databaseUrl, max: 1, name: 'test' })
  const urlRules = { guard: addressGuard(['127.0.0.0/8']), httpsOnly: false }
  await registerEndpoint(
    { pool, secrets: secretBox(SECRET_KEY), urlRules, recordAudit: async () => undefined },
    {
      company: actingFor(company),
      url: to,
      events: ['ecmr.created'],
      followsFrom: '',
      actor: { kind: 'api_key', id: 'k', name: 'test' },
    },
  ).finally(() => pool.end())
}
