import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ecmr } from '../../harness/operator.js'
import { nextTurn } from '../compare/turns.js'
import { atLeast, type Row, startStandIn } from '../harness/bench.js'
import { median, spread } from '../harness/numbers.js'
import { seededCompany } from '../harness/seeding.js'

const NOTES = 5_000
const report = Type.Object({ copied: Type.Number(), seconds: Type.Number() })

// `ecmr store migrate` from PostgreSQL to the stand-in for EventStoreDB, the proof of the copy included. Every round has a
// server of its own.
export const storeMigration: Row = async (bench) => {
  const url = await bench.database('bench_store_migration')
  await seededCompany(bench, url, bench.quick ? NOTES / 10 : NOTES)
  const rates: number[] = []
  let events = 0
  for (let round = 0; round < bench.rounds; round++) {
    await nextTurn()
    const server = await startStandIn()
    const command = ['store', 'migrate', '--from', 'postgres', '--to', 'eventstoredb']
    const env = { ...bench.settings(url), EVENTSTOREDB_URL: server.url }
    const moved = JSON.parse(await ecmr(env, ...command, '--json'))
    const { copied, seconds } = Value.Parse(report, moved)
    await server.stop()
    events = copied
    rates.push(copied / seconds)
  }
  const what = `store migrate to EventStoreDB, ${events.toLocaleString('en')} events`
  const remark = 'the server is the stand-in'
  return [
    { ...atLeast(2_000, { what, unit: 'events/s', ours: median(rates), remark }), noise: spread(rates) },
  ]
}
