import { planDeliveries } from '@ecmr/webhooks'
import type { Socket } from 'node:net'
import t, { type Test } from 'tap'
import { note } from './support/events.js'
import { startCrudeServer } from './support/crude-server.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

const SHORT = { dnsMs: 100, connectMs: 1_000, totalMs: 200 }

/** Sends one event to a receiver and returns the delivery once its two attempts are used up. */
async function exhaust(t: Test, url: string) {
  const world = await openWorld(t)
  await world.register('company-a', url)
  world.startWorker({ schedule: [0, 1], deadlines: SHORT })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [delivery] = await world.eventually(...settledAs('exhausted'))
  return { world, delivery }
}

t.test('a delivery that is refused to the end of the schedule is exhausted', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(500).end('out of order'))
  const { delivery } = await exhaust(t, receiver.url)
  t.match(delivery.log, [
    { number: 1, response_status: 500, response_body: 'out of order', error: /^status/ },
    { number: 2, response_status: 500 },
  ])
  t.equal(receiver.received.length, 2, 'and not attempted again')
})

t.test('redirects are not followed', async (t) => {
  const canary = await startReceiver(t)
  const receiver = await startReceiver(t, (response) =>
    response.writeHead(307, { location: canary.url }).end(),
  )
  const { delivery } = await exhaust(t, receiver.url)
  t.match(delivery.log, [{ response_status: 307, error: /^redirect/ }, { response_status: 307 }])
  t.equal(canary.received.length, 0)
})

const hostile: Readonly<Record<string, { act: (socket: Socket) => void; error: RegExp }>> = {
  'never answers': { act: () => undefined, error: /^timeout/ },
  'resets the connection': { act: (socket) => socket.resetAndDestroy(), error: /^connection_lost/ },
  'closes without an answer': { act: (socket) => socket.end(), error: /^connection_lost/ },
  'speaks no HTTP': {
    act: (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n\r\n'),
    error: /^invalid_answer/,
  },
  'trickles headers for ever': {
    act: (socket) => trickle(socket, 'HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'),
    error: /^timeout/,
  },
}

for (const [name, { act, error }] of Object.entries(hostile)) {
  t.test(`a receiver that ${name} costs an attempt and no more time than an attempt may take`, async (t) => {
    const receiver = await startCrudeServer(t, act)
    const { delivery } = await exhaust(t, receiver.url)
    t.match(delivery.log, [
      { number: 1, error, response_status: null },
      { number: 2, error },
    ])
    for (const attempt of delivery.log) t.ok(attempt.duration_ms < 2_000, `${attempt.duration_ms} ms`)
  })
}

t.test('a receiver where nobody listens costs an attempt', async (t) => {
  const { url } = await startCrudeServer(t, () => undefined)
  const nobody = url.replace(/:\d+/, ':1')
  const { delivery } = await exhaust(t, nobody)
  t.match(delivery.log, [{ error: /^connection_refused/ }, { error: /^connection_refused/ }])
})

t.test('a name that DNS does not know costs an attempt', async (t) => {
  const world = await openWorld(t)
  const resolve = async (): Promise<never> => Promise.reject(new Error('ENOTFOUND'))
  await world.register('company-a', 'http://receiver.test/')
  world.startWorker({ schedule: [0], resolve })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [delivery] = await world.eventually(...settledAs('exhausted'))
  t.match(delivery.log, [{ error: /^dns_failed/ }])
})

t.test('DNS that never answers is given up', async (t) => {
  const world = await openWorld(t)
  await world.register('company-a', 'http://receiver.test/')
  const resolve = () => new Promise<never>(() => undefined)
  world.startWorker({ schedule: [0], resolve, deadlines: { dnsMs: 50, connectMs: 5_000, totalMs: 5_000 } })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [delivery] = await world.eventually(...settledAs('exhausted'))
  t.match(delivery.log, [{ error: /^dns_failed/ }])
  t.ok(delivery.log[0].duration_ms < 2_000)
})

t.test('a 200 counts although its body never ends', async (t) => {
  const world = await openWorld(t)
  const head = 'HTTP/1.1 200 OK\r\ncontent-length: 1000000\r\n\r\n'
  const receiver = await startCrudeServer(t, (socket) => trickle(socket, head, 'x'))
  await world.register('company-a', receiver.url)
  world.startWorker({ deadlines: SHORT })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [delivery] = await world.eventually(...settledAs('delivered'))
  t.match(delivery.log, [{ response_status: 200, response_body: /^x/ }])
  t.ok(delivery.log[0].duration_ms < 2_000, 'and it does not hold us up')
})

t.test('of a huge answer 64 KB are read and 4 KB kept', async (t) => {
  const world = await openWorld(t)
  let sent = 0
  const megabyte = Buffer.alloc(1024 * 1024, 'x').toString()
  const receiver = await startCrudeServer(t, (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n')
    const more = (): void => {
      if (socket.destroyed) return
      socket.write(megabyte, () => {
        sent += megabyte.length
        more()
      })
    }
    more()
  })
  await world.register('company-a', receiver.url)
  world.startWorker()
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [delivery] = await world.eventually(...settledAs('delivered'))
  t.equal(delivery.log[0].response_body.length, 4_096)
  t.ok(sent < 20 * megabyte.length, `the connection was closed after ${sent} bytes`)
})

t.test('an answer with endless headers costs an attempt', async (t) => {
  const receiver = await startCrudeServer(t, (socket) =>
    socket.end(`HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(200_000)}\r\n\r\n`),
  )
  const { delivery } = await exhaust(t, receiver.url)
  t.match(delivery.log, [{ error: /^invalid_answer/ }, { error: /^invalid_answer/ }])
})

t.test('no proxy is used, whatever the environment says', async (t) => {
  const world = await openWorld(t)
  const [proxy, receiver] = [await startReceiver(t), await startReceiver(t)]
  const before = process.env
  process.env = { ...before, HTTP_PROXY: proxy.url, http_proxy: proxy.url, ALL_PROXY: proxy.url }
  t.teardown(() => {
    process.env = before
  })
  await world.register('company-a', receiver.url)
  world.startWorker()
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  await receiver.count(1)
  t.equal(proxy.received.length, 0)
})

t.test('a compressed answer is kept as it came', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end('not \0 gzip'),
  )
  await world.register('company-a', receiver.url)
  world.startWorker()
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')])
  const [delivery] = await world.eventually(...settledAs('delivered'))
  t.equal(delivery.log[0].response_body, 'not \uFFFD gzip')
})

t.test('410 disables the endpoint, cancels what waits for it and is audited', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response) => response.writeHead(410).end())
  const { endpoint } = await world.register('company-a', receiver.url)
  world.startWorker()
  const one = note('company-a')
  await planDeliveries(world.pool, [one.event('EcmrCreated'), one.event('EcmrSigned')])
  const deliveries = await world.eventually(...settledAs('cancelled', 2))
  t.match(deliveries[0].log, [{ response_status: 410, error: /^gone/ }])
  t.equal(deliveries[1].log, null, 'the second was never attempted')
  t.match(world.changes.at(-1), {
    type: 'WebhookDisabled',
    company_id: 'company-a',
    data: { webhook_id: endpoint.id, reason: 'gone' },
  })
  await planDeliveries(world.pool, [one.event('DeliveryConfirmed')])
  const { rows } = await world.pool.query('select 1 from webhooks.deliveries')
  t.equal(rows.length, 2, 'nothing more is planned for it')
})

const NOON = new Date('2026-03-01T12:00:00.000Z')

interface Refusal {
  readonly status: number
  readonly retryAfter?: string
  readonly again: string
}

/** Sends at noon, with a pause of an hour in the schedule, to receivers that refuse, and looks when it is tried again. */
async function triedAgain(t: Test, random: number, refusals: readonly Refusal[]): Promise<void> {
  const world = await openWorld(t)
  const clock = () => NOON
  const endpoints = new Map<string, Refusal>()
  for (const refusal of refusals) {
    const headers = refusal.retryAfter === undefined ? {} : { 'retry-after': refusal.retryAfter }
    const receiver = await startReceiver(t, (response) => response.writeHead(refusal.status, headers).end())
    endpoints.set((await world.register('company-a', receiver.url)).endpoint.id, refusal)
  }
  world.startWorker({ clock, schedule: [0, 3_600_000], random: () => random })
  await planDeliveries(world.pool, [note('company-a').event('EcmrCreated')], { clock })
  const failed = await world.eventually(
    `select * from webhooks.deliveries
     where (select count(*) from webhooks.deliveries where failures = 1) = $1`,
    [refusals.length],
  )
  for (const { endpoint_id, next_attempt_at } of failed) {
    const { again, retryAfter } = endpoints.get(endpoint_id) ?? {}
    t.equal(next_attempt_at.toISOString(), again, retryAfter)
  }
}

t.test('pauses are up to 20 % shorter or longer', async (t) => {
  await triedAgain(t, 0, [{ status: 500, again: '2026-03-01T12:48:00.000Z' }])
  await triedAgain(t, 1, [{ status: 500, again: '2026-03-01T13:12:00.000Z' }])
})

t.test('Retry-After is honoured up to 24 hours, but does not shorten the schedule', async (t) => {
  await triedAgain(t, 0.5, [
    { status: 429, retryAfter: '7200', again: '2026-03-01T14:00:00.000Z' },
    { status: 503, retryAfter: '7200', again: '2026-03-01T14:00:00.000Z' },
    { status: 429, retryAfter: 'Sun, 01 Mar 2026 15:00:00 GMT', again: '2026-03-01T15:00:00.000Z' },
    { status: 429, retryAfter: '999999999', again: '2026-03-02T12:00:00.000Z' },
    { status: 429, retryAfter: '1', again: '2026-03-01T13:00:00.000Z' },
    { status: 429, retryAfter: 'Sun, 01 Mar 2020 15:00:00 GMT', again: '2026-03-01T13:00:00.000Z' },
    { status: 429, retryAfter: 'in a while', again: '2026-03-01T13:00:00.000Z' },
  ])
})

t.test('a dead receiver does not hold up another', async (t) => {
  const world = await openWorld(t)
  const dead = await startCrudeServer(t, () => undefined)
  const alive = await startReceiver(t)
  const { endpoint } = await world.register('company-a', dead.url)
  await world.register('company-a', alive.url)
  world.startWorker({ limits: { stopMs: 0 } })
  const notes = Array.from({ length: 40 }, () => note('company-a').event('EcmrCreated'))
  await planDeliveries(world.pool, notes)
  await alive.count(40)
  const { rows } = await world.pool.query(
    'select 1 from webhooks.deliveries where endpoint_id = $1 and leased_until is not null',
    [endpoint.id],
  )
  t.equal(rows.length, 16, 'the dead one has its 16 attempts under way, and no more')
  t.equal(dead.connections(), 16)
})

function trickle(socket: Socket, head: string, piece: string): void {
  socket.write(head)
  const timer = setInterval(() => socket.write(piece), 20)
  socket.on('close', () => clearInterval(timer))
}
