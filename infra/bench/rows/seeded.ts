import type { Bench } from '../harness/bench.js'

/** One log with three companies of very different size. */
export interface Seeded {
  readonly url: string
  readonly companies: readonly { readonly id: string; readonly key: string; readonly notes: number }[]
}

let seeded: Promise<Seeded> | undefined

/** Writes the notes through the real commands, once for all rows that ask, and builds the read models. */
export function seedOnce(bench: Bench): Promise<Seeded> {
  seeded ??= seed(bench)
  return seeded
}

async function seed(bench: Bench): Promise<Seeded> {
  const url = await bench.database('bench_queries')
  const companies = []
  for (const size of [10_000, 100_000, 1_000_000]) {
    const notes = bench.quick ? size / 10 : size
    const name = `Company of ${notes}`
    const key = await bench.key(url, name)
    const written = await bench.ecmr(
      url,
      'demo',
      'seed',
      '--created-only',
      '--company',
      name,
      '--notes',
      `${notes}`,
      '--seed',
      '1',
    )
    const { company, seconds } = parseSeeding(written)
    bench.note(`${notes} notes written in ${seconds} s`)
    companies.push({ id: company.id, key, notes })
  }
  await bench.ecmr(url, 'projections', 'rebuild', 'all', '--drop-old')
  return { url, companies }
}

function parseSeeding(printed: unknown): {
  readonly company: { readonly id: string }
  readonly seconds: number
} {
  if (printed && typeof printed === 'object' && 'company' in printed && 'seconds' in printed) {
    const { company, seconds } = printed
    if (company && typeof company === 'object' && 'id' in company)
      return { company: { id: String(company.id) }, seconds: Number(seconds) }
  }
  throw new Error('demo seed printed something else')
}
