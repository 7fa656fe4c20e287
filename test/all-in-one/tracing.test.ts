import { once } from 'node:events'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createExample } from '@ecmr/contract'
import pg from 'pg'
import t, { type Test } from 'tap'
import { commandLine } from '../cli/ground.js'
import { databaseWithTables } from '../support/database-with-tables.js'
import { startOtlpReceiver } from '../support/otlp-receiver.js'
import { portOf } from '../support/port-of.js'
import { until } from '../support/until.js'
import { newCustomer } from '../processes/customer.js'
import { startProcess } from '../support/child-process.js'
import { emptyDataDir } from '../support/data-dir.js'
import { customerAt, MAIN, startOn, stopService } from './service.js'

const SECRET_KEY = 'k'.repeat(32)
const PAGE = '0af7651916cd43dd8448eb211c80319c'
const TELLS_MODULES = fileURLToPath(new URL('tells-modules.js', import.meta.url))

async function metadataIn(url: string): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ metadata: Record<string, unknown> }>(
    "select metadata from log.events where stream like 'ecmr-%' order by position",
  )
  await client.end()
  return rows.map(({ metadata }) => metadata)
}

t.test('the log holds and verifies events with a trace beside those without', async (t) => {
  const receiver = await startOtlpReceiver(t)
  const DATABASE_URL = await databaseWithTables(t)
  const before = await startOn(t, { DATABASE_URL })
  const { key } = await newCustomer(DATABASE_URL)
  const { id } = await customerAt(before.url, key).createEcmr(createExample)
  t.equal(await stopService(before), 0)
  const env = { DATABASE_URL, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url }
  const traced = await startOn(t, env)
  await customerAt(traced.url, key).updateEcmr(id, { goods_description: 'Aceite' })
  await until(() => receiver.spans.some(({ name }) => name === 'project list'), 'the span of a read model')
  const [created, edited] = await metadataIn(DATABASE_URL)
  t.notOk(created && 'traceparent' in created, 'the first was recorded without')
  await fetch(`${traced.url}/entrar`, { headers: { traceparent: `00-${PAGE}-00f067aa0ba902b7-01` } })
  await until(() => receiver.tree(PAGE) !== '', 'the span of a page')
  t.equal(receiver.tree(PAGE), 'ecmr-all-in-one: GET /entrar', 'one span, though two servers share the port')
  const append = receiver.spans.find(({ name }) => name === 'append')
  t.equal(edited?.traceparent, `00-${append?.traceId}-${append?.spanId}-01`)
  t.equal(await stopService(traced), 0)
  const { ecmr } = commandLine({ DATABASE_URL, SECRET_KEY })
  t.match(await ecmr('audit verify'), { code: 0 })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  t.teardown(() => client.end())
  await client.query('alter table log.events disable trigger all')
  await client.query(
    `update log.events set metadata = jsonb_set(metadata::jsonb, '{traceparent}', '"00-${'a'.repeat(32)}-${'b'.repeat(16)}-01"')
     where metadata::jsonb ? 'traceparent'`,
  )
  t.not((await ecmr('audit verify')).code, 0, 'the hash is over the trace, too')
})

t.test('where no request is chosen nothing is recorded, in events neither', async (t) => {
  const receiver = await startOtlpReceiver(t)
  const DATABASE_URL = await databaseWithTables(t)
  const env = { DATABASE_URL, OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_TRACES_SAMPLER_ARG: '0' }
  const service = await startOn(t, env)
  const { key } = await newCustomer(DATABASE_URL)
  await customerAt(service.url, key).createEcmr(createExample)
  t.equal(await stopService(service), 0)
  const [created] = await metadataIn(DATABASE_URL)
  t.notOk(created && 'traceparent' in created)
  t.strictSame(receiver.spans, [])
})

t.test('a receiver that hangs holds up nothing, and is reported', async (t) => {
  let asked = 0
  const hanging = createServer(() => {
    asked += 1
  })
  await once(hanging.listen(0, '127.0.0.1'), 'listening')
  t.teardown(() => {
    hanging.close()
    hanging.closeAllConnections()
  })
  const endpoint = `http://127.0.0.1:${portOf(hanging)}`
  const DATABASE_URL = await databaseWithTables(t)
  const env = { DATABASE_URL, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'info' }
  const service = await startOn(t, env)
  const customer = customerAt(service.url, (await newCustomer(DATABASE_URL)).key)
  await customer.createEcmr(createExample)
  await until(() => asked > 0, 'the receiver to be asked')
  await customer.createEcmr({ ...createExample, reference: 'another' })
  await service.process.untilOutput(/traces are not taken by OTEL_EXPORTER_OTLP_ENDPOINT/)
  const metrics = await (await fetch(service.metricsUrl)).text()
  t.match(metrics, /ecmr_trace_spans_total\{outcome="lost"\} [1-9]/)
  t.equal(await stopService(service), 0)
})

t.test('nothing of OpenTelemetry is loaded unless an endpoint is set', async (t) => {
  // prom-client loads the interface by itself; what records and sends is not in it.
  t.strictSame(await modulesOf(t, {}), ['@opentelemetry/api'])
  const { url } = await startOtlpReceiver(t)
  const loaded = await modulesOf(t, { OTEL_EXPORTER_OTLP_ENDPOINT: url })
  t.ok(loaded.includes('@opentelemetry/sdk-trace'), 'the test sees what is loaded')
})

/** The packages of OpenTelemetry that the service has loaded when it stops. */
async function modulesOf(t: Test, env: Record<string, string>): Promise<readonly string[]> {
  const DATABASE_URL = await databaseWithTables(t)
  const all = {
    DATABASE_URL,
    SECRET_KEY,
    DATA_DIR: await emptyDataDir(t),
    PORT: '0',
    LOG_LEVEL: 'warn',
    ...env,
  }
  const process = startProcess(t, ['--import', TELLS_MODULES, MAIN], { env: all })
  await process.untilOutput(/ is ready/)
  process.child.kill('SIGTERM')
  t.equal(await process.ended, 0)
  const [, list = ''] = /^modules: (.*)$/m.exec(process.output()) ?? []
  const packages = list.split(' ').flatMap((path) => /@opentelemetry\/[\w-]+/.exec(path)?.[0] ?? [])
  return [...new Set(packages)].sort()
}
