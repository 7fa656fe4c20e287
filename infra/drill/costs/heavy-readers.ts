import { setTimeout as delay } from 'node:timers/promises'
import type { LargeNote } from './large-notes.js'

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
