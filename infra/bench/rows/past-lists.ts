import { actingFor, type CompanyId } from '@ecmr/domain'
import { type ListQuery, listNotes } from '@ecmr/read-models'
import pg from 'pg'
import { nextTurn } from '../compare/turns.js'
import type { Bench, Row } from '../harness/bench.js'
import { median, percentile } from '../harness/numbers.js'
import { seededCompany } from '../harness/seeding.js'
import { sendAll, statementsOf, timed, timedGet } from './queries.js'

const NOTES = 100_000
const DAY_MS = 24 * 3_600_000

// The list as it stood at instants spread over the time in which the notes were written, over HTTP and as the same
// statements on a bare connection. The statements are the price; what we add to them is folding twenty notes.
export const pastLists: Row = async (bench) => {
  const url = await bench.database('bench_past_lists')
  const notes = bench.quick ? NOTES / 20 : NOTES
  const { id, key } = await seededCompany(bench, url, notes)
  await bench.ecmr(url, 'projections', 'rebuild', 'all', '--drop-old')
  const company = actingFor(id)
  const questions = await questionsTo(url, company)
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('vacuum analyze')
  const service = await bench.service(url)
  const ours: number[] = []
  const baseline: number[] = []
  for (let round = 0; round < bench.rounds * 2; round++) {
    await nextTurn()
    for (const { address, query } of questions) {
      const statements = await statementsOf(url, (pool) => listNotes(pool, company, query))
      baseline.push(await timed(() => sendAll(client, statements)))
      ours.push(await timedGet(`${service.url}/api/ecmrs?${address}`, key))
    }
  }
  await client.end()
  await service.stop()
  noteMedians(bench, ours, baseline)
  const p95 = percentile(ours, 0.95)
  return [
    {
      what: `list of 20 as of an instant, ${notes.toLocaleString('en')} notes, p95`,
      unit: 'ms',
      ours: p95,
      baseline: percentile(baseline, 0.95),
      measure: p95,
      goal: { at: 'most', value: 50 },
    },
  ]
}

function noteMedians(bench: Bench, ours: readonly number[], baseline: readonly number[]): void {
  bench.note(`p50 ${median(ours).toFixed(1)} ms, the statements alone ${median(baseline).toFixed(1)} ms`)
}

interface Question {
  readonly address: string
  readonly query: ListQuery
}

/** Every kind of question at an early, a middle and a late instant. */
async function questionsTo(url: string, company: CompanyId): Promise<readonly Question[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ first: Date; last: Date }>(
    'select min(valid_from) as first, max(valid_from) as last from rm_states.intervals where company_id = $1',
    [company],
  )
  await client.end()
  const [first, last] = [rows[0]?.first.getTime() ?? 0, rows[0]?.last.getTime() ?? 0]
  return [0.25, 0.5, 0.75, 1].flatMap((share) => {
    const at = first + share * (last - first)
    const week = { pickupFrom: dayOf(at), pickupTo: dayOf(at + 7 * DAY_MS) }
    const filters: readonly Omit<ListQuery, 'limit'>[] = [
      {},
      { status: 'draft' },
      { status: 'in_transit' },
      { status: 'delivered' },
      week,
      { ...week, status: 'assigned' },
    ]
    return filters.map((filter) => questionOf({ limit: 20, asOf: new Date(at).toISOString(), ...filter }))
  })
}

function questionOf(query: ListQuery): Question {
  const { asOf = '', status, pickupFrom, pickupTo } = query
  const address = new URLSearchParams({
    as_of: asOf,
    ...(status && { status }),
    ...(pickupFrom && { pickup_from: pickupFrom }),
    ...(pickupTo && { pickup_to: pickupTo }),
  })
  return { address: `${address}`, query }
}

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10)
