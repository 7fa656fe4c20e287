import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Child } from './child.js'

/** Reads an answer's JSON body and makes sure that it is what we take it for. */
export async function bodyOf<S extends TSchema>(answer: Response, schema: S): Promise<Static<S>> {
  const body: unknown = await answer.json()
  if (Value.Check(schema, body)) return body
  const [fault] = Value.Errors(schema, body)
  throw new Error(`${answer.url} answered something else: ${fault?.path} ${fault?.message}`)
}

/** Sends a request with an API key, and a body as JSON. */
export function send(
  url: string,
  key: string,
  request: {
    /** GET, or POST with a body, unless given */
    readonly method?: string
    readonly body?: object | undefined
    readonly idempotencyKey?: string | undefined
    readonly signal?: AbortSignal
  } = {},
): Promise<Response> {
  const { body, method = body ? 'POST' : 'GET', idempotencyKey, signal } = request
  return fetch(url, {
    method,
    headers: {
      'x-api-key': key,
      ...(body && { 'content-type': 'application/json' }),
      ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  })
}

/** The answer, or undefined when there is none or the service says "not now"; anything else is a fault. */
export async function sendAnyway(...request: Parameters<typeof send>): Promise<Response | undefined> {
  const answer = await send(...request).catch(() => undefined)
  if (answer === undefined || answer.status === 503) return undefined
  if (answer.ok) return answer
  throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
}

/** The body of an answer that must be a success. */
export async function accepted<S extends TSchema>(answer: Response, schema: S): Promise<Static<S>> {
  if (answer.ok) return bodyOf(answer, schema)
  throw new Error(`${answer.url} answered ${answer.status}: ${await answer.text()}`)
}

/** A note as an integrator sends it: the eight fields of the interface and the usual others. */
export const exampleNote = {
  sender_company_name: 'Aceites Sierra Mágina S.L.',
  sender_address: 'Polígono Industrial Los Olivares, calle Jaén 14',
  sender_city: 'Jaén',
  sender_country: 'ES',
  receiver_company_name: 'Épicerie du Midi SARL',
  receiver_address: '12 avenue des Oliviers',
  receiver_city: 'Perpignan',
  receiver_country: 'FR',
  goods_description: 'Aceite de oliva virgen extra en garrafas de 5 litros, paletizado',
  goods_packages: 24,
  goods_weight_kg: 18400,
  pickup_date: '2026-12-01',
  carrier_company_name: 'Transportes Guadalquivir S.A.',
  vehicle_plate: '1234 LKM',
  reference: 'PED-2026-00417',
}

/** A signature as an integrator sends it. */
export const exampleSignature = { role: 'sender', signer_name: 'Ana Ejemplo', method: 'typed' }

const lag = Type.Object({ lag_events: Type.Number(), lag_ms: Type.Number() })
const health = Type.Object({
  status: Type.String(),
  problems: Type.Array(Type.String()),
  checks: Type.Object({ projections: Type.Record(Type.String(), lag) }),
})

/** How the service says that it is; the lags are those of the read model that is furthest behind. */
export async function healthOf(site: string) {
  const { status, problems, checks } = await bodyOf(await fetch(`${site}/api/health`), health)
  const lags = Object.values(checks.projections)
  return {
    status,
    problems,
    lagEvents: Math.max(...lags.map(({ lag_events }) => lag_events)),
    lagMs: Math.max(...lags.map(({ lag_ms }) => lag_ms)),
  }
}

/** What the service made at its first start: a person and an API key of the company Demo. */
export interface FirstSecrets {
  readonly email: string
  readonly password: string
  readonly key: string
}

/** Reads them from the data directory, where the service has put them; `undefined` until they are there. */
export async function firstSecrets(dataDir: string): Promise<FirstSecrets | undefined> {
  const text = await readFile(join(dataDir, 'first-start.txt'), 'utf8').catch(() => '')
  const [, email, password] = /Log in to the panel at \S+ as\s+(\S+@\S+)\s+(\S+)/.exec(text) ?? []
  const [key] = /ecmr_live_\w+/.exec(text) ?? []
  return email && password && key ? { email, password, key } : undefined
}

/** Waits for them. @throws when the service ends without having made any */
export async function untilFirstSecrets(service: Child, dataDir: string): Promise<FirstSecrets> {
  for (;;) {
    const made = await firstSecrets(dataDir)
    if (made) return made
    if (service.process.exitCode !== null) throw new Error(`the service ended:\n${service.output()}`)
    await delay(20)
  }
}
