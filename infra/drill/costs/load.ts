import { setTimeout as delay } from 'node:timers/promises'
import { type Static, Type } from '@sinclair/typebox'
import type { Company } from '../../harness/operator.js'
import { accepted, bodyOf, exampleNote, exampleSignature, send } from '../../harness/requests.js'

const record = Type.Object({ id: Type.String(), ecmr_number: Type.String() })

export type LargeNote = Static<typeof record>

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
  const notes = `${site}/api/ecmrs`
  const { id, ecmr_number } = await accepted(await send(notes, key, { body: exampleNote }), record)
  const edit = async (body: object) =>
    accepted(await send(`${notes}/${id}`, key, { method: 'PATCH', body }), record)
  for (let n = 0; n < events - 2; n++) await edit({ reference: `LARGE-${n}` })
  await edit({ goods_items: goodsItems })
  return { id, ecmr_number }
}

/** Writes a note that is as large as one may be from its creation on. */
export async function createLargeNote(site: string, { key }: Company): Promise<void> {
  const body = { ...exampleNote, goods_items: goodsItems }
  await accepted(await send(`${site}/api/ecmrs`, key, { body }), record)
}

/** What one company's readers got. */
export interface HeavyTally {
  readonly answers: number
  readonly megabytes: number
  /** answered 429 */
  readonly refused: number
  /** the answers that were neither good nor 429 */
  readonly failures: readonly string[]
}

interface Readers {
  readonly site: string
  readonly key: string
  /** a session of the panel, for exports */
  readonly cookie: string
  readonly notes: readonly LargeNote[]
}

const MOST_PAUSE_S = 2

/** Reads whatever is expensive, so many requests side by side, until the signal aborts. */
export async function readHeavily(
  readers: Readers,
  parallel: number,
  signal: AbortSignal,
): Promise<HeavyTally> {
  const tally = { answers: 0, megabytes: 0, refused: 0, failures: [] as string[] }
  const paths = pathsOf(readers.notes)
  const work = async (first: number): Promise<void> => {
    for (let turn = first; !signal.aborted; turn++) {
      const path = paths[turn % paths.length] ?? '/api/events?limit=100'
      const headers = path.startsWith('/api') ? { 'x-api-key': readers.key } : { cookie: readers.cookie }
      const answer = await fetch(`${readers.site}${path}`, { headers, signal }).catch(() => undefined)
      if (answer === undefined) {
        if (!signal.aborted) tally.failures.push(`${path}: no answer`)
        continue
      }
      const bytes = await answer.arrayBuffer().then(
        ({ byteLength }) => byteLength,
        () => 0,
      )
      if (answer.ok) {
        tally.answers++
        tally.megabytes += bytes / 1e6
      } else if (answer.status === 429) {
        tally.refused++
        const seconds = Math.min(MOST_PAUSE_S, Number(answer.headers.get('retry-after') ?? 1))
        await delay(seconds * 1_000, undefined, { signal }).catch(() => undefined)
      } else tally.failures.push(`${path}: ${answer.status}`)
    }
  }
  await Promise.all(Array.from({ length: parallel }, (_, n) => work(n)))
  return tally
}

function pathsOf(notes: readonly LargeNote[]): readonly string[] {
  const each = notes.flatMap(({ id }) => [
    `/api/ecmrs/${id}`,
    `/api/ecmrs/${id}/events?limit=100`,
    `/api/ecmrs/${id}?as_of=${encodeURIComponent(new Date().toISOString())}`,
    '/api/events?limit=100',
    '/api/ecmrs?limit=100&search=aceite',
  ])
  return [...each, '/ecmrs.csv', '/auditoria/exportar']
}

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

/** Creates notes, lists, reads, follows and signs them, a few people side by side, for some time. */
export async function workNormally(site: string, key: string, seconds: number): Promise<Worked> {
  const took: number[] = []
  const failures: string[] = []
  const until = performance.now() + seconds * 1_000
  const call = async (method: string, path: string, body?: object): Promise<Response> => {
    const began = performance.now()
    const answer = await send(`${site}${path}`, key, { method, body })
    const text = await answer.text()
    took.push(performance.now() - began)
    if (!answer.ok) failures.push(`${method} ${path}: ${answer.status}`)
    await delay(PAUSE_MS)
    return new Response(text)
  }
  const work = async (): Promise<void> => {
    while (performance.now() < until) {
      const { id, ecmr_number } = await bodyOf(await call('POST', '/api/ecmrs', exampleNote), record)
      await call('GET', '/api/ecmrs?limit=20')
      await call('GET', `/api/ecmrs/${id}`)
      await call('GET', `/api/tracking/${ecmr_number}`)
      await call('POST', `/api/ecmrs/${id}/signatures`, exampleSignature)
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, work))
  const sorted = took.sort((a, b) => a - b)
  const at = (share: number): number => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return { requests: sorted.length, p50: at(0.5), p99: at(0.99), failures }
}
