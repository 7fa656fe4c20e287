import { pipeline } from 'node:stream/promises'
import { openPostgresEventStore } from '@ecmr/event-store'
import { projections } from '@ecmr/read-models'
import pg from 'pg'
import copy from 'pg-copy-streams'
import { logPages } from '../../harness/log-pages.js'
import { atLeast, compared, inTurn, type Row } from '../harness/bench.js'
import { median } from '../harness/numbers.js'
import { seedOnce } from './queries.js'

const ROUNDS = 2

// All projections from the whole log, against a program that reads the log once and writes the same rows by COPY into
// tables with the same indexes.
export const rebuild: Row = async (bench) => {
  const { url } = await seedOnce(bench)
  let events = 0
  const rates = await inTurn(
    { rounds: ROUNDS, warmUp: false },
    {
      async baseline() {
        const read = await readLog(url)
        events = read.events
        return events / (read.seconds + (await copyTables(url)))
      },
      async ours() {
        const began = performance.now()
        await bench.ecmr(url, 'projections', 'rebuild', 'all', '--drop-old')
        return (events * 1000) / (performance.now() - began)
      },
    },
  )
  const what = `rebuild of all projections, ${events.toLocaleString('en')} events`
  return [
    compared({ what, unit: 'events/s', ...rates, goal: { at: 'least', value: 0.5 } }),
    atLeast(20_000, { what: 'the same in figures', unit: 'events/s', ours: median(rates.ours) }),
  ]
}

async function readLog(url: string): Promise<{ readonly events: number; readonly seconds: number }> {
  const store = await openPostgresEventStore({ url })
  const began = performance.now()
  let events = 0
  for await (const page of logPages(store)) events += page.length
  await store.close()
  return { events, seconds: (performance.now() - began) / 1000 }
}

async function copyTables(url: string): Promise<number> {
  const [from, to] = [new pg.Client({ connectionString: url }), new pg.Client({ connectionString: url })]
  await Promise.all([from.connect(), to.connect()])
  await to.query('drop schema if exists naive cascade; create schema naive')
  const began = performance.now()
  for (const { name, tables } of projections)
    for (const table of tables) {
      const source = `rm_${name}.${table.name}`
      const target = `naive.${name}_${table.name}`
      await to.query(`create table ${target} (like ${source} including generated)`)
      await pipeline(
        from.query(copy.to(`copy ${source} to stdout`)),
        to.query(copy.from(`copy ${target} from stdin`)),
      )
      await to.query(`create table naive.shape (like ${source} including indexes)`)
      const { rows } = await to.query<{ definition: string }>(
        "select pg_get_indexdef(indexrelid) as definition from pg_index where indrelid = 'naive.shape'::regclass",
      )
      await to.query('drop table naive.shape')
      for (const { definition } of rows)
        await to.query(definition.replace(/INDEX \S+ ON naive\.shape/, `INDEX ON ${target}`))
    }
  const seconds = (performance.now() - began) / 1000
  await to.query('drop schema naive cascade')
  await Promise.all([from.end(), to.end()])
  return seconds
}
