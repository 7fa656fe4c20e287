import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { planDeliveries } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { startCrudeServer } from './support/crude-server.js'
import { note } from './support/events.js'
import { startTcpReceiver } from './support/hostile/tcp-receiver.js'
import { startReceiver } from './support/receiver.js'
import { openWorld, settledAs } from './support/world.js'

const send = (pool: Parameters<typeof planDeliveries>[0]) =>
  planDeliveries(pool, [note('company-a').event('EcmrCreated')])

/** Sends one event to an address, and returns the delivery once it has come to its end. */
async function deliver(t: Test, url: string) {
  const world = await openWorld(t)
  await world.register('company-a', url)
  world.startWorker({ schedule: [0] })
  await send(world.pool)
  const [delivery] = await world.eventually(
    `select d.*, (select json_agg(a) from webhooks.attempts a where a.delivery_id = d.id) as log
     from webhooks.deliveries d where finished_at is not null`,
  )
  return delivery
}

t.test('the outcome is recorded with the answer and the time it took', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(202).end('x'.repeat(5_000)))
  const delivery = await deliver(t, receiver.url)
  t.equal(delivery.id, receiver.received[0]?.headers['webhook-id'])
  t.match(delivery, { status: 'delivered', attempts: 1 })
  t.match(delivery.log, [{ number: 1, response_status: 202, error: null, response_body: 'x'.repeat(4_096) }])
  t.type(delivery.log[0].duration_ms, 'number')
  t.equal(delivery.log[0].response_body.length, 4_096)
})

t.test('a request says what it must and nothing else', async (t) => {
  const receiver = await startReceiver(t)
  await deliver(t, receiver.url)
  const [request] = receiver.received
  // No `expect`: the body is there at once. No `accept-encoding`: what is packed would have to be unpacked.
  t.same(
    new Set(Object.keys(request?.headers ?? {})),
    new Set([
      'connection',
      'content-length',
      'content-type',
      'host',
      'user-agent',
      'webhook-attempt',
      'webhook-id',
      'webhook-signature',
      'webhook-timestamp',
    ]),
  )
  t.match(request?.headers, {
    host: new URL(receiver.url).host,
    'content-type': 'application/json',
    'content-length': String(request?.body.length),
    'user-agent': /^eCMR-Webhooks\//,
  })
})

const answers: Readonly<Record<string, { answer: string; status: number; body: string }>> = {
  'nothing more': { answer: 'HTTP/1.1 204 No Content\r\n\r\n', status: 204, body: '' },
  'that a form be cleared': {
    answer: 'HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n',
    status: 205,
    body: '',
  },
  'in HTTP/1.0': { answer: 'HTTP/1.0 200 OK\r\n\r\nthanks', status: 200, body: 'thanks' },
  'in chunks': {
    answer:
      'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n2\r\nth\r\n4;a=b\r\nanks\r\n0\r\nx-a: b\r\n\r\n',
    status: 200,
    body: 'thanks',
  },
  'with hints first': {
    answer: `${'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(3)}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`,
    status: 200,
    body: '',
  },
  'without a reason': { answer: 'HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', status: 200, body: '' },
}

for (const [how, { answer, status, body }] of Object.entries(answers)) {
  t.test(`a receiver that answers ${how} has received it`, async (t) => {
    const receiver = await startCrudeServer(t, (socket) => socket.end(answer))
    const delivery = await deliver(t, receiver.url)
    t.match(delivery, { status: 'delivered', attempts: 1 })
    t.match(delivery.log, [{ response_status: status, response_body: body, error: null }])
  })
}

t.test('an answer 417 to a request without an expectation is a failure like any other', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(417).end())
  t.match((await deliver(t, receiver.url)).log, [{ response_status: 417, error: /^status: / }])
})

t.test('a receiver may answer before it has read anything', async (t) => {
  const receiver = await startTcpReceiver({
    onConnect: (socket) => socket.pause().write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
  })
  t.teardown(receiver.stop)
  const delivery = await deliver(t, receiver.url)
  t.match(delivery, {
    status: 'delivered',
    attempts: 1,
    log: [{ response_status: 200, response_body: 'ok' }],
  })
})

t.test('what is packed is kept as it came, and not unpacked', async (t) => {
  const packed = gzipSync(randomBytes(3_000))
  const receiver = await startReceiver(t, (response) =>
    response.writeHead(200, { 'content-encoding': 'gzip' }).end(packed),
  )
  const [attempt] = (await deliver(t, receiver.url)).log
  const asText = new TextDecoder().decode(new Uint8Array(packed)).replaceAll('\0', '\uFFFD')
  t.equal(attempt.response_body, asText)
})

t.test('one connection serves deliveries that come one after the other', async (t) => {
  const world = await openWorld(t)
  const answer = (socket: Socket): void => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
  }
  const receiver = await startCrudeServer(t, (socket) => {
    answer(socket)
    socket.on('data', () => answer(socket))
  })
  await world.register('company-a', receiver.url)
  world.startWorker()
  for (let nth = 1; nth <= 3; nth++) {
    await send(world.pool)
    await world.eventually(...settledAs('delivered', nth))
  }
  t.equal(receiver.connections(), 1)
})

t.test('a connection that the receiver has closed meanwhile costs no attempt', async (t) => {
  const world = await openWorld(t)
  const open = new Set<Socket>()
  const receiver = await startCrudeServer(t, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.write('HTTP/1.1 200 OK\r\nkeep-alive: timeout=600\r\ncontent-length: 0\r\n\r\n')
  })
  await world.register('company-a', receiver.url)
  world.startWorker()
  await send(world.pool)
  await world.eventually(...settledAs('delivered', 1))
  for (const socket of open) socket.end()
  while (open.size > 0) await new Promise((resolve) => setTimeout(resolve, 1))
  await send(world.pool)
  const deliveries = await world.eventually(...settledAs('delivered', 2))
  for (const { attempts } of deliveries) t.equal(attempts, 1)
  t.equal(receiver.connections(), 2)
})

t.test('after an answer that was not read to its end the connection is not used again', async (t) => {
  const world = await openWorld(t)
  const receiver = await startReceiver(t, (response) => response.writeHead(200).end('x'.repeat(300_000)))
  await world.register('company-a', receiver.url)
  world.startWorker()
  for (let nth = 1; nth <= 3; nth++) {
    await send(world.pool)
    const deliveries = await world.eventually(...settledAs('delivered', nth))
    for (const { log } of deliveries) t.match(log, [{ response_body: 'x'.repeat(4_096) }])
  }
})
