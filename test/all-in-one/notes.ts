import type { JsonObject } from '@ecmr/domain'

const NOTE = {
  sender_company_name: 'Aceites del Sur SL',
  sender_address: 'Calle Mayor 1',
  sender_city: 'Jaén',
  receiver_company_name: 'Épicerie du Midi SARL',
  receiver_address: '12 rue de la République',
  receiver_city: 'Lyon',
  goods_description: '24 pallets of olive oil',
  pickup_date: '2026-11-20',
}

export interface CreatedNote {
  readonly id: string
  readonly ecmr_number: string
}

/** Creates a consignment note; rejects unless it is acknowledged. */
export async function createNote(url: string, key: string): Promise<CreatedNote> {
  const answer = await fetch(`${url}/api/ecmrs`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: JSON.stringify(NOTE),
  })
  const body = JSON.parse(await answer.text())
  if (answer.status !== 201) throw new Error(`${answer.status}: ${JSON.stringify(body)}`)
  return body
}

/** Reads a path of the API; returns the status and the body. */
export async function read(
  url: string,
  key: string,
  path: string,
): Promise<{ status: number; body: JsonObject }> {
  const answer = await fetch(`${url}/api${path}`, { headers: { 'x-api-key': key } })
  return { status: answer.status, body: JSON.parse(await answer.text()) }
}
