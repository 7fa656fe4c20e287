import { createApiKey, createCompany } from '@ecmr/accounts'
import { createExample } from '@ecmr/contract'
import { openPool } from '@ecmr/postgres'
import { until } from '../support/until.js'

const ACTOR = { kind: 'operator', id: 'test' } as const

/** What the interface answered. */
export interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  /** what X-Projection-Lag says */
  readonly lag: string | null
  readonly body: Readonly<Record<string, unknown>>
}

/** A company with a key, which calls the given api process. */
export interface Customer {
  /** the company's id */
  readonly company: string
  readonly key: string
  create(url: string, idempotencyKey?: string, more?: Readonly<Record<string, string>>): Promise<Answer>
  read(url: string, path: string): Promise<Answer>
  /** Waits until a note is in the list. */
  untilListed(url: string, note: Answer): Promise<void>
}

/** Makes a company with an API key; the tables must be there. */
export async function newCustomer(databaseUrl: string): Promise<Customer> {
  const pool = openPool({ url: databaseUrl, max: 1, name: 'test customer' })
  try {
    const { id: company_id } = await createCompany(pool, { name: 'Transportes Guadalquivir' }, ACTOR)
    const { clear: key } = await createApiKey(pool, { company_id, name: 'test' }, ACTOR)
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const body = JSON.stringify(createExample)
    const read = (url: string, path: string): Promise<Answer> => call(`${url}/api${path}`, { headers })
    return {
      company: company_id,
      key,
      create: (url, idempotencyKey, more) =>
        call(`${url}/api/ecmrs`, {
          method: 'POST',
          headers: { ...headers, ...(idempotencyKey && { 'idempotency-key': idempotencyKey }), ...more },
          body,
        }),
      read,
      untilListed: (url, note) =>
        until(async () => {
          const { body } = await read(url, '/ecmrs?limit=1')
          return JSON.stringify(body).includes(String(note.body.id))
        }, 'the note in the list'),
    }
  } finally {
    await pool.end()
  }
}

async function call(url: string, request: RequestInit): Promise<Answer> {
  const answer = await fetch(url, request)
  return {
    status: answer.status,
    retryAfter: answer.headers.get('retry-after'),
    lag: answer.headers.get('x-projection-lag'),
    body: JSON.parse(await answer.text()),
  }
}
