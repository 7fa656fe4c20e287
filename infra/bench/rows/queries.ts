import { actingFor } from '@ecmr/domain'
import { openPool } from '@ecmr/postgres'
import { listNotes } from '@ecmr/read-models'
import type { Pool } from 'pg'
import pg from 'pg'
import type { Child } from '../../harness/child.js'
import { nextTurn } from '../compare/turns.js'
import { type Bench, compared, inTurn, type Line, type Row } from '../harness/bench.js'
import { press } from '../harness/crowd.js'
import { median, percentile } from '../harness/numbers.js'
import { seededCompany } from '../harness/seeding.js'

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

/** Runs our queries once and returns the statements they sent, for a baseline to send the same. */
export async function statementsOf(
  url: string,
  run: (pool: Pool) => Promise<unknown>,
): Promise<readonly Statement[]> {
  const pool = openPool({ url, max: 2, name: 'bench' })
  const statements: Statement[] = []
  const recording = new Proxy(pool, {
    get(target, property) {
      if (property !== 'query') return Reflect.get(target, property)
      return (statement: Statement) => {
        statements.push({ text: statement.text, values: statement.values })
        return target.query({ text: statement.text, values: [...statement.values] })
      }
    },
  })
  await run(recording)
  await pool.end()
  return statements
}

/** One log with three companies of very different size. */
interface Seeded {
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
  for (const notes of bench.quick ? [1_000, 10_000, 30_000] : [10_000, 100_000, 1_000_000]) {
    companies.push(await seededCompany(bench, url, notes, '--created-only'))
  }
  await bench.ecmr(url, 'projections', 'rebuild', 'all', '--drop-old')
  return { url, companies }
}

const SEARCHES =
  'aceite|sevilla|lyon|maquinaria|4821|naranjas valencia|transportes sur|zzzz|barcel|PED'.split('|')

// Everything that is asked of the read models, against bare Fastify that runs the very same statement or, for one
// note, one indexed select.
export const queries: Row = async (bench) => {
  const seeded = await seedOnce(bench)
  const service = await bench.service(seeded.url)
  const lines = [
    ...(await lists(bench, seeded, service)),
    await search(bench, seeded, service),
    ...(await singles(bench, seeded, service)),
  ]
  await service.stop()
  return lines
}

async function lists(bench: Bench, { url, companies }: Seeded, service: Child): Promise<readonly Line[]> {
  const lines: Line[] = []
  const rates: number[] = []
  for (const { id, key, notes } of companies) {
    const [statement] = await statementsOf(url, (pool) => listNotes(pool, actingFor(id), { limit: 20 }))
    const line = await side(bench, {
      what: `list of 20 with key, ${notes.toLocaleString('en')} notes`,
      ours: { url: `${service.url}/api/ecmrs`, headers: { 'x-api-key': key } },
      statement,
      database: url,
      least: 0.8,
    })
    lines.push(line)
    rates.push(line.ours)
  }
  const [small = Number.NaN, , large = Number.NaN] = rates
  lines.push({
    what: 'list: largest company against smallest, time for a page',
    unit: '/s',
    ours: large,
    baseline: small,
    measure: small / large,
    goal: { at: 'most', value: 1.3 },
  })
  return lines
}

async function singles(bench: Bench, { url, companies }: Seeded, service: Child): Promise<readonly Line[]> {
  const { id: company, key } = companies[1] ?? { id: '', key: '' }
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(
    'select id, ecmr_number from rm_list.notes where company_id = $1 limit 1 offset 500',
    [company],
  )
  await client.end()
  const { id, ecmr_number } = rows[0]
  return [
    await side(bench, {
      what: 'tracking by number',
      ours: { url: `${service.url}/api/tracking/${ecmr_number}`, headers: {} },
      statement: {
        text: 'select view from rm_tracking.shipments where ecmr_number = $1',
        values: [ecmr_number],
      },
      database: url,
      least: 0.8,
    }),
    await side(bench, {
      what: 'record by id',
      ours: { url: `${service.url}/api/ecmrs/${id}`, headers: { 'x-api-key': key } },
      statement: { text: 'select item from rm_list.notes where id = $1', values: [id] },
      database: url,
      least: 1.2,
    }),
  ]
}

async function side(
  bench: Bench,
  options: {
    readonly what: string
    readonly ours: { readonly url: string; readonly headers: Readonly<Record<string, string>> }
    readonly statement: Statement | undefined
    readonly database: string
    /** the goal */
    readonly least: number
  },
): Promise<Line> {
  const naive = await bench.baseline('same-sql', options.database, {
    SQL_TEXT: options.statement?.text ?? '',
    SQL_VALUES: JSON.stringify(options.statement?.values),
  })
  const load = { connections: 16, seconds: bench.seconds / 2 }
  const rates = await inTurn(bench, {
    baseline: async () => (await press({ ...load, url: `${naive.url}/rows` })).perSecond,
    ours: async () => (await press({ ...load, ...options.ours })).perSecond,
  })
  await naive.stop()
  return compared({ what: options.what, unit: '/s', ...rates, goal: { at: 'least', value: options.least } })
}

/** One search after the other, over HTTP and as the same statements on a bare connection. */
async function search(bench: Bench, { url, companies }: Seeded, service: Child): Promise<Line> {
  const { id, key, notes } = companies.at(-1) ?? { id: '', key: '', notes: 0 }
  const statements = new Map<string, readonly Statement[]>()
  for (const text of SEARCHES)
    statements.set(
      text,
      await statementsOf(url, (pool) => listNotes(pool, actingFor(id), { limit: 20, search: text })),
    )
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ours: number[] = []
  const baseline: number[] = []
  for (let round = 0; round < bench.rounds * 2; round++) {
    await nextTurn()
    for (const text of SEARCHES) {
      baseline.push(await timed(() => sendAll(client, statements.get(text) ?? [])))
      ours.push(await timedGet(`${service.url}/api/ecmrs?search=${encodeURIComponent(text)}`, key))
    }
  }
  await client.end()
  bench.note(
    `search: p50 ${median(ours).toFixed(1)} ms, the statements alone ${median(baseline).toFixed(1)} ms`,
  )
  const p95 = { ours: percentile(ours, 0.95), baseline: percentile(baseline, 0.95) }
  return {
    what: `search, ${notes.toLocaleString('en')} notes, p95`,
    unit: 'ms',
    ...p95,
    measure: p95.ours / p95.baseline,
    goal: { at: 'most', value: 1.5 },
  }
}

/** Sends statements one after the other. */
export async function sendAll(client: pg.Client, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) await client.query({ text, values: [...values] })
}

/** Milliseconds that an answer takes, which must be a good one. */
export function timedGet(url: string, key: string): Promise<number> {
  return timed(async () => {
    const answer = await fetch(url, { headers: { 'x-api-key': key } })
    if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    await answer.arrayBuffer()
  })
}

/** Milliseconds that some work takes. */
export async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}
