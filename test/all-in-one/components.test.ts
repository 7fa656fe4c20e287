import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createExample, type HealthView, healthView } from '@ecmr/contract'
import { openPool, runAsLeader } from '@ecmr/postgres'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import t from 'tap'
import { commandLine } from '../cli/ground.js'
import { newCustomer } from '../processes/customer.js'
import { asPromised } from '../support/contract.js'
import { clusterOf, emptyDataDir } from '../support/data-dir.js'
import { databaseWithTables } from '../support/database-with-tables.js'
import { eventStoreProcess } from '../support/event-store-process.js'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { startReceiver } from '../webhooks/support/receiver.js'
import { startOn, startService, stopService } from './service.js'

async function healthOf(url: string): Promise<HealthView> {
  const answer = await fetch(`${url}/api/health`)
  return asPromised(healthView, JSON.parse(await answer.text()))
}

t.test('with EVENT_STORE=eventstoredb the log is there, and everything else is unchanged', async (t) => {
  const dataDir = await emptyDataDir(t)
  const eventStore = await eventStoreProcess(t)
  await eventStore.start()
  const env = { EVENT_STORE: 'eventstoredb', EVENTSTOREDB_URL: eventStore.url }
  const service = await startService(t, { dataDir, env })
  const { customer, banner } = service
  t.match(banner, `Events   EventStoreDB at ${new URL(eventStore.url).host}\n`)
  t.match(banner, 'Broker   in this process\n')
  const note = await customer.createEcmr(createExample)
  t.match(await customer.listEcmrs(), { data: [{ id: note.id }] })
  await eventStore.kill()
  await t.rejects(customer.createEcmr(createExample).withResponse(), { message: /unavailable/ })
  await eventStore.start()
  const again = async (): Promise<boolean> =>
    customer.createEcmr(createExample).then(
      () => true,
      () => false,
    )
  await until(again, 'a note to be taken again')
  t.equal(await stopService(service), 0)
})

t.test('with NATS_URL events go through NATS', { skip: withoutNatsServer }, async (t) => {
  const dataDir = await emptyDataDir(t)
  const nats = await natsServer(t, { user: 'ecmr', password: 'hunter2' })
  const receiver = await startReceiver(t)
  const service = await startService(t, { dataDir, env: { NATS_URL: nats.url } })
  const { url, customer, banner } = service
  t.match(banner, `Broker   NATS at 127.0.0.1:${nats.port}\n`)
  t.notMatch(banner, 'hunter2')
  await customer.registerWebhook({ url: receiver.url, events: ['ecmr.created'] })
  await customer.createEcmr(createExample)
  await receiver.count(1)
  await until(() => healthOf(url).then(({ status }) => status === 'ok'), 'health')

  await nats.stop('SIGKILL')
  await until(() => healthOf(url).then(({ checks }) => checks.broker === 'unavailable'), 'health to say so')
  t.match(await healthOf(url), { status: 'degraded', problems: [/NATS/] })
  t.ok(await customer.createEcmr(createExample), 'notes are still accepted')
  await nats.start()
  await receiver.count(2)
  t.equal(await stopService(service), 0)
})

t.test('webhooks may go to this machine, but not to the service and its database', async (t) => {
  const dataDir = await emptyDataDir(t)
  const service = await startService(t, { dataDir })
  const { url, customer } = service
  const register = (to: string) => customer.registerWebhook({ url: to, events: ['ecmr.created'] })
  const message = /belongs to this service itself/
  const errors = [{ pointer: '/url', code: 'forbidden_address', message }]
  const own = { service: new URL(url).port, PostgreSQL: await postgresPort(dataDir), projector: '8081' }
  for (const [what, port] of Object.entries(own)) {
    for (const host of ['127.0.0.1', 'localhost', '[::1]'])
      await t.rejects(
        register(`http://${host}:${port}/`).withResponse(),
        { status: 400, errors },
        `${what} at ${host}`,
      )
  }
  t.ok(await register('http://localhost:9000/'), 'a receiver for trying out')
  t.equal(await stopService(service), 0)
})

/** Where the embedded server listens: PostgreSQL writes it down beside its data. */
async function postgresPort(dataDir: string): Promise<string> {
  const lines = (await readFile(join((await clusterOf(dataDir)) ?? '', 'postmaster.pid'), 'utf8')).split('\n')
  return lines[3] ?? ''
}

const Ready = Type.Object({
  reading: Type.Object({
    network: Type.RegExp(/^(none|shared)$/),
    user: Type.RegExp(/^(separate|namespace|shared)$/),
    files: Type.RegExp(/^(own|shared)$/),
    environment: Type.RegExp(/^(hidden|clean|exposed)$/),
  }),
})

t.test('secrets leave the environment, and the protection of reading is logged', async (t) => {
  const secrets = { DATABASE_URL: await databaseWithTables(t), SECRET_KEY: 'k'.repeat(32) }
  const service = await startOn(t, { ...secrets, LOG_LEVEL: 'info' })
  const environment = readFileSync(`/proc/${service.process.pid}/environ`, 'latin1')
  t.match(environment, 'LOG_LEVEL=info')
  for (const secret of Object.values(secrets)) t.notMatch(environment, secret)

  let reading: unknown
  await until(async () => {
    const ready: unknown = await (await fetch(`${service.url}/readyz`)).json()
    if (Value.Check(Ready, ready)) reading = ready.reading
    return reading !== undefined
  }, 'what protects reading')
  const lines = service.process.output().split('\n')
  const logged = lines
    .filter((line) => line.includes('"purpose":"reading"'))
    .map((line) => JSON.parse(line).protection)
  t.strictSame(logged, [reading])
  t.equal(await stopService(service), 0)
})

const LOCKED = [
  'rm_list.notes',
  'rm_tracking.shipments',
  'accounts.sessions',
  'oauth.access_tokens',
  'api.idempotency_keys',
]

t.test('a request for locked rows is rejected within seconds, and may be retried', async (t) => {
  const url = await databaseWithTables(t)
  const service = await startOn(t, { DATABASE_URL: url })
  const customer = await newCustomer(url)
  t.equal((await customer.create(service.url)).status, 201)
  const pool = openPool({ url, max: 1, name: 'holder of locks' })
  t.teardown(() => pool.end())
  const holder = await pool.connect()
  await holder.query(`begin; lock table ${LOCKED} in access exclusive mode`)
  const ask = async (path: string, headers: Readonly<Record<string, string>> = {}, body?: object) => {
    const answer = await fetch(`${service.url}${path}`, {
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    })
    const again = answer.headers.get('retry-after')
    return { path, status: answer.status, again, text: await answer.text() }
  }
  const key = { 'x-api-key': customer.key }
  const answers = await Promise.all([
    ask('/api/ecmrs', key),
    ask('/api/ecmrs?search=sevilla', key),
    ask('/api/tracking/ECMR-2026-7F3K9QZ2M-X'),
    ask('/api/ecmrs', { ...key, 'idempotency-key': 'once' }, createExample),
    ask('/ecmrs', { cookie: `ecmr-session=${'A'.repeat(43)}` }),
    ask(
      '/mcp',
      { authorization: `Bearer ecmr_at_${'A'.repeat(43)}` },
      { jsonrpc: '2.0', id: 1, method: 'ping' },
    ),
  ])
  await holder.query('rollback')
  holder.release()
  for (const { path, status, again, text } of answers) {
    t.equal(status, 503, `${path}: ${text.slice(0, 300)}`)
    t.match(again, /^\d+$/, path)
  }
  t.equal((await ask('/api/ecmrs', key)).status, 200)
  t.equal(await stopService(service), 0)
})

t.test('keys of erased values that come back with a backup are gone once the service is ready', async (t) => {
  const env = { DATABASE_URL: await databaseWithTables(t), SECRET_KEY: 'k'.repeat(32) }
  const url = env.DATABASE_URL
  const pool = openPool({ url, max: 1, name: 'restore' })
  t.teardown(() => pool.end())
  const first = await startOn(t, env)
  t.equal((await (await newCustomer(url)).create(first.url)).status, 201)
  const { rows: keys } = await pool.query('select note_id, category, wrapped from privacy.data_keys')
  await until(async () => (await pool.query('select from rm_history.events')).rowCount === 1, 'the history')
  await stopService(first)
  const erase = `privacy erase --note ${keys[0]?.note_id} --category all --reason asked --yes`
  t.match(await commandLine(env).json(erase), { notes: [{ outcome: 'erased' }] })
  for (const { note_id, category, wrapped } of keys)
    await pool.query(
      'update privacy.data_keys set wrapped = $3, erased_at = null where note_id = $1 and category = $2 and generation = 1',
      [note_id, category, wrapped],
    )
  // The worker that looks for such keys later would hide that nothing was done before.
  const leading = new AbortController()
  let isHeld = false
  const holding = runAsLeader({
    ...{ url, name: 'erasures', signal: leading.signal },
    async work(signal) {
      isHeld = true
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
    },
    onError: (error) => t.fail(String(error)),
  })
  await until(async () => isHeld, 'the lead of the worker')
  await startOn(t, env)
  t.same((await pool.query('select from privacy.data_keys where wrapped is not null')).rowCount, 0)
  leading.abort()
  await holding
})
