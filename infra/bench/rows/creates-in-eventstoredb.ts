import { newCompany } from '../../harness/operator.js'
import { compared, inTurn, type Row, startStandIn } from '../harness/bench.js'
import { median } from '../harness/numbers.js'
import { secondsTakenBy } from '../harness/watched-children.js'
import { createsPerSecond } from './creates.js'

const CONNECTIONS = 32

// Durable creates with the log in EventStoreDB against the same with the log in PostgreSQL. `BENCH_EVENTSTOREDB_URL` names a
// real server with nothing in it; without it the server is the stand-in, which is no measure of the server.
export const createsInEventStoreDb: Row = async (bench) => {
  const given = process.env.BENCH_EVENTSTOREDB_URL
  const server = given ? undefined : await startStandIn()
  const start = async (name: string, env: Readonly<Record<string, string>>) => {
    const database = await bench.database(name)
    const service = await bench.service(database, env)
    const { key } = await newCompany({ ...bench.settings(database), ...env }, 'Bench', 'pro')
    const customer = { url: service.url, key }
    const cpu: number[] = []
    return {
      service,
      /** microseconds of the service's processor time for each create, round by round */
      cpu,
      async create() {
        const before = secondsTakenBy(service)
        const perSecond = await createsPerSecond(bench, customer, CONNECTIONS)
        cpu.push(((secondsTakenBy(service) - before) * 1e6) / (perSecond * bench.seconds))
        return perSecond
      },
    }
  }
  const url = given ?? server?.url ?? ''
  const inPostgres = await start('bench_log_in_postgres', {})
  const env = { EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: url }
  const inEventStoreDb = await start('bench_log_in_eventstoredb', env)
  const rates = await inTurn(bench, { baseline: inPostgres.create, ours: inEventStoreDb.create })
  for (const { service } of [inPostgres, inEventStoreDb]) await service.stop()
  await server?.stop()
  const [ours, baseline] = [inEventStoreDb, inPostgres].map(({ cpu }) => Math.round(median(cpu)))
  const what = `durable creates, ${CONNECTIONS} connections, log in EventStoreDB against PostgreSQL`
  const remark = `${given ? 'a real server' : 'the stand-in'}; the service's CPU ${ours} µs a create, with PostgreSQL ${baseline} µs`
  return [compared({ what, unit: '/s', ...rates, goal: { at: 'least', value: 0.6 }, remark })]
}
