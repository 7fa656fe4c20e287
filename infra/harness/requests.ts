import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** Reads an answer's JSON body and makes sure that it is what we take it for. */
export async function bodyOf<S extends TSchema>(answer: Response, schema: S): Promise<Static<S>> {
  const body: unknown = await answer.json()
  if (Value.Check(schema, body)) return body
  const [fault] = Value.Errors(schema, body)
  throw new Error(`${answer.url} answered something else: ${fault?.path} ${fault?.message}`)
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
