import { Type } from '@sinclair/typebox'
import { bodyOf } from '../../harness/body-of.js'
import { exampleNote } from '../../harness/example-note.js'
import type { Company } from '../operator.js'

const record = Type.Object({ id: Type.String(), ecmr_number: Type.String(), version: Type.Integer() })

export interface LargeNote {
  readonly id: string
  readonly ecmr_number: string
}

/** Items of goods that make a note as large as one may be: 200 of some 1,250 bytes. */
const goodsItems = Array.from({ length: 200 }, (_, n) => ({
  description: `${n} `.padEnd(990, 'lorem ipsum '),
  marks: 'marks '.repeat(33),
}))

/**
 * Writes a note with a history of so many events, and makes it as large as a note may be by the last of them: while it
 * is small, its history is written faster.
 */
export async function writeLargeNote(site: string, { key }: Company, events: number): Promise<LargeNote> {
  const send = async (method: string, path: string, body: object) => {
    const headers = { 'x-api-key': key, 'content-type': 'application/json' }
    const answer = await fetch(`${site}${path}`, { method, headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${await answer.text()}`)
    return bodyOf(answer, record)
  }
  const { id, ecmr_number } = await send('POST', '/api/ecmrs', exampleNote)
  for (let n = 0; n < events - 2; n++) await send('PATCH', `/api/ecmrs/${id}`, { reference: `LARGE-${n}` })
  await send('PATCH', `/api/ecmrs/${id}`, { goods_items: goodsItems })
  return { id, ecmr_number }
}

/** Writes a note that is as large as one may be from its creation on. */
export async function createLargeNote(site: string, { key }: Company): Promise<void> {
  const headers = { 'x-api-key': key, 'content-type': 'application/json' }
  const body = JSON.stringify({ ...exampleNote, goods_items: goodsItems })
  const answer = await fetch(`${site}/api/ecmrs`, { method: 'POST', headers, body })
  if (answer.status !== 201) throw new Error(`a creation answered ${answer.status}: ${await answer.text()}`)
  await answer.arrayBuffer()
}
