import { actingFor } from '@ecmr/domain'
import { addressGuard, registerEndpoint, secretBox } from '@ecmr/webhooks'
import type { Pool } from 'pg'
import { SECRET_KEY } from './carriers.js'

/** An endpoint of a customer who wants to be told of everything. */
export interface Subscriber {
  readonly id: string
  readonly company: string
  readonly url: string
  readonly secret: string
}

/** What endpoints are registered with and sent to. */
export const secrets = secretBox(SECRET_KEY)
export const loopback = addressGuard(['127.0.0.0/8', '::1/128'])
export const recordAudit = async (): Promise<void> => undefined

/** Addresses and who listens there: so many in a row belong to each company. */
export function addressesOf(
  urls: readonly string[],
  perCompany: number,
): readonly { readonly company: string; readonly url: string }[] {
  return urls.map((url, index) => ({ company: `bench-${Math.floor(index / perCompany)}`, url }))
}

/** Registers an endpoint for each address. */
export async function subscribe(
  pool: Pool,
  addresses: ReturnType<typeof addressesOf>,
): Promise<readonly Subscriber[]> {
  const subscribers: Subscriber[] = []
  for (const { company, url } of addresses) subscribers.push(await register(pool, url, company))
  return subscribers
}

async function register(pool: Pool, url: string, company: string): Promise<Subscriber> {
  const context = { pool, secrets, urlRules: { guard: loopback, httpsOnly: false }, recordAudit }
  const registered = await registerEndpoint(context, {
    company: actingFor(company),
    url,
    events: ['ecmr.created', 'ecmr.signed', 'ecmr.delivered', 'ecmr.incidencia'],
    followsFrom: '',
    actor: { kind: 'system', id: 'bench', name: 'bench' },
  })
  if (!registered.ok) throw new Error(`${url} was not registered: ${registered.reason}`)
  return { id: registered.endpoint.id, company, url, secret: registered.secret }
}
