import { statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import pg from 'pg'
import { atMost, type Bench, format, type Line, type Row } from '../harness/bench.js'
import { keepOriginals, type Multiplied, multiplyNotes } from '../harness/multiplied-notes.js'
import { median, percentile, spread } from '../harness/numbers.js'
import { seededCompany } from '../harness/seeding.js'
import { createsPerSecond } from './creates.js'
import { timedGet } from './queries.js'

const ORIGINALS = 10_000
const SIZES = [1e4, 1e5, 1e6, 1e7]
const LONGEST_MS = 20 * 60_000
/** of the disk that is free, what rows and their log may take */
const DISK_SHARE = 0.7
const LISTS = 200
/** of a table for each note, so that it is named */
const LEAST_BYTES = 30

interface Measured {
  readonly notes: number
  readonly creates: readonly number[]
  readonly list: number
}

// What a growing number of notes costs: creates, a page of the list, and disk by table and index. The first notes are
// written through the real commands, all others by copying their rows, as many as disk and time allow.
export const scale: Row = async (bench) => {
  const url = await bench.database('bench_scale')
  const originals = bench.quick ? ORIGINALS / 10 : ORIGINALS
  const { key } = await seededCompany(bench, url, originals, '--created-only')
  await bench.ecmr(url, 'projections', 'rebuild', 'all', '--drop-old')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  let kept: Multiplied = await keepOriginals(client)
  const measured: Measured[] = []
  const sizes = bench.quick ? SIZES.slice(0, 2).map((notes) => notes / 10) : SIZES
  for (const size of sizes.filter((size) => size <= bench.notes)) {
    const upTo = size / originals - 1
    kept = await multiplyNotes(client, kept, { upTo, goOn: withinLimits(bench, client, originals) })
    const notes = (kept.copies + 1) * originals
    await noteSizes(bench, client)
    measured.push({ notes, ...(await measure(bench, url, key)) })
    if (kept.copies < upTo) {
      bench.note(`${format(size)} notes do not fit in disk or time: ${format(notes)} instead`)
      break
    }
  }
  await client.end()
  return lines(measured)
}

function withinLimits(bench: Bench, client: pg.Client, originals: number): () => Promise<boolean> {
  const deadline = performance.now() + LONGEST_MS
  let began: number | undefined
  let copies = 0
  return async () => {
    const { rows } = await client.query<{ size: string }>(
      'select pg_database_size(current_database()) as size',
    )
    const { bavail, bsize } = await statfs(tmpdir())
    const [size, free] = [Number(rows[0]?.size), bavail * bsize]
    began ??= size
    if (copies > 0 && copies % 10 === 0) bench.note(`${format(copies * originals)} notes copied`)
    copies++
    return performance.now() < deadline && size - began < DISK_SHARE * (free + size - began)
  }
}

async function measure(bench: Bench, url: string, key: string) {
  const service = await bench.service(url)
  const customer = { url: service.url, key }
  await createsPerSecond({ seconds: 3 }, customer)
  const creates: number[] = []
  for (let round = 0; round < bench.rounds; round++) creates.push(await createsPerSecond(bench, customer))
  const times: number[] = []
  for (let asked = 0; asked < LISTS; asked++)
    times.push(await timedGet(`${service.url}/api/ecmrs?limit=20`, key))
  await service.stop()
  return { creates, list: percentile(times, 0.95) }
}

/** Says what a note takes on disk, by table. */
async function noteSizes(bench: Bench, client: pg.Client): Promise<void> {
  const { rows: counts } = await client.query<{ notes: string }>(
    'select count(*) as notes from rm_list.notes',
  )
  const notes = Number(counts[0]?.notes)
  const { rows } = await client.query<{ name: string; rows: string; indexes: string }>(
    `
    select relid::regclass::text as name, pg_table_size(relid) as rows, pg_indexes_size(relid) as indexes
    from pg_stat_user_tables where schemaname <> 'bench' and pg_total_relation_size(relid) > $1
    order by pg_total_relation_size(relid) desc`,
    [notes * LEAST_BYTES],
  )
  let all = 0
  for (const table of rows) {
    const [heap, indexes] = [Number(table.rows), Number(table.indexes)]
    all += heap + indexes
    const each = (bytes: number): string => format(bytes / notes)
    bench.note(
      `${format(notes)} notes, ${table.name}: ${each(heap)} + ${each(indexes)} bytes a note in rows and indexes`,
    )
  }
  bench.note(`${format(notes)} notes: ${format(all / notes)} bytes a note, ${format(all / 1e9)} GB`)
}

function lines(measured: readonly Measured[]): readonly Line[] {
  const [smallest] = measured
  const base = smallest ? median(smallest.creates) : Number.NaN
  return measured.flatMap(({ notes, creates, list }) => [
    {
      what: `creates, 64 connections, with ${format(notes)} notes`,
      ...{ ours: median(creates), baseline: base, measure: median(creates) / base, unit: '/s' },
      ...{ goal: { at: 'least' as const, value: 0.8 }, noise: spread(creates) },
    },
    atMost(50, { what: `list of 20 with ${format(notes)} notes, p95`, unit: 'ms', ours: list }),
  ])
}
