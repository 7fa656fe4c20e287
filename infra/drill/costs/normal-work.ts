import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { bodyOf } from '../../harness/body-of.js'
import { exampleNote } from '../../harness/example-note.js'

/** What a company's ordinary work took. */
export interface Worked {
  readonly requests: number
  /** milliseconds */
  readonly p50: number
  readonly p99: number
  readonly failures: readonly string[]
}

const PEOPLE = 3
const PAUSE_MS = 30
const note = Type.Object({ id: Type.String(), ecmr_number: Type.String() })

/** Creates notes, lists, reads, follows and signs them, a few people side by side, for some time. */
export async function workNormally(site: string, key: string, seconds: number): Promise<Worked> {
  const took: number[] = []
  const failures: string[] = []
  const until = performance.now() + seconds * 1_000
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const began = performance.now()
    const answer = await fetch(`${site}${path}`, {
      method,
      headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    took.push(performance.now() - began)
    if (!answer.ok) failures.push(`${method} ${path}: ${answer.status}`)
    await delay(PAUSE_MS)
    return new Response(text)
  }
  const work = async (): Promise<void> => {
    while (performance.now() < until) {
      const { id, ecmr_number } = await bodyOf(await call('POST', '/api/ecmrs', exampleNote), note)
      await call('GET', '/api/ecmrs?limit=20')
      await call('GET', `/api/ecmrs/${id}`)
      await call('GET', `/api/tracking/${ecmr_number}`)
      const signature = { role: 'sender', signer_name: 'Ana Ejemplo', method: 'typed' }
      await call('POST', `/api/ecmrs/${id}/signatures`, signature)
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, work))
  const sorted = took.sort((a, b) => a - b)
  const at = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return { requests: sorted.length, p50: at(0.5), p99: at(0.99), failures }
}
