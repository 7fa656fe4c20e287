import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Bench } from './bench.js'

/** Programs that write at once, one for each of two cores; each has its own half of the notes. */
const WRITERS = [1, 2]

const written = Type.Object({ company: Type.Object({ id: Type.String() }), seconds: Type.Number() })

/** A company with an API key and so many notes, written through the real commands. */
export async function seededCompany(bench: Bench, url: string, notes: number, ...more: readonly string[]) {
  const name = `Company of ${notes}`
  const key = await bench.key(url, name)
  const half = notes / WRITERS.length
  const halves = await Promise.all(
    WRITERS.map(async (seed) =>
      Value.Parse(written, await bench.seed(url, name, half, '--seed', `${seed}`, ...more)),
    ),
  )
  bench.note(`${notes} notes written in ${Math.max(...halves.map(({ seconds }) => seconds))} s`)
  return { id: halves[0]?.company.id ?? '', key, notes }
}
