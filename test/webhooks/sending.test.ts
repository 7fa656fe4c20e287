import type { Socket } from 'node:net'
import { addressGuard } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { busyLater } from '../support/busy-later.js'
import { until } from '../support/until.js'
import { startTcpReceiver, startTcpServer } from './support/hostile/tcp-receiver.js'
import { startReceiver } from './support/receiver.js'
import { openReceiving, openWorld, type World } from './support/world.js'

/** Sends one event to an address, and returns the delivery once it has come to its end. */
async function deliver(t: Test, url: string, options: Parameters<World['startWorker']>[0] = {}) {
  const { register, startWorker, create, eventually } = await openWorld(t)
  await register('company-a', url)
  startWorker({ schedule: [0], ...options })
  await create()
  const [delivery] = await eventually(
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
  t.match(delivery.log, [{ number: 1, response_status: 202, error: null, duration_ms: Number }])
  t.equal(delivery.log[0].response_body, 'x'.repeat(4_096))
})

t.test('a request says what it must and nothing else', async (t) => {
  const receiver = await startReceiver(t)
  await deliver(t, receiver.url)
  const [request] = receiver.received
  // No `expect`: the body is there at once. No `accept-encoding`: what is packed would have to be unpacked.
  t.match(request?.headers, {
    host: new URL(receiver.url).host,
    'content-type': 'application/json',
    'content-length': String(request?.body.length),
    'user-agent': /^eCMR-Webhooks\//,
  })
  const names = `connection content-length content-type host user-agent
    webhook-attempt webhook-id webhook-signature webhook-timestamp`.split(/\s+/)
  t.same(new Set(Object.keys(request?.headers ?? {})), new Set(names))
})

const CHUNKS = '2\r\nth\r\n4;a=b\r\nanks\r\n0\r\nx-a: b\r\n\r\n'
const HINTS = 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(3)

for (const [how, answer, status, body] of [
  ['nothing more', 'HTTP/1.1 204 No Content\r\n\r\n', 204, ''],
  ['that a form be cleared', 'HTTP/1.1 205 Reset Content\r\ncontent-length: 0\r\n\r\n', 205, ''],
  ['in HTTP/1.0', 'HTTP/1.0 200 OK\r\n\r\nthanks', 200, 'thanks'],
  ['in chunks', `HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${CHUNKS}`, 200, 'thanks'],
  ['with hints first', `${HINTS}HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n`, 200, ''],
  ['without a reason', 'HTTP/1.1 200\r\ncontent-length: 0\r\n\r\n', 200, ''],
] as const)
  t.test(`a receiver that answers ${how} has received it`, async (t) => {
    const receiver = await startTcpServer(t, (socket) => socket.end(answer))
    const delivery = await deliver(t, receiver.url)
    t.match(delivery, { status: 'delivered', attempts: 1 })
    t.match(delivery.log, [{ response_status: status, response_body: body, error: null }])
  })

t.test('an answer 417 to a request without an expectation is a failure like any other', async (t) => {
  const receiver = await startReceiver(t, (response) => response.writeHead(417).end())
  t.match((await deliver(t, receiver.url)).log, [{ response_status: 417, error: /^status: / }])
})

t.test('a receiver may answer before it has read anything', async (t) => {
  const receiver = await startTcpReceiver({
    onConnect: (socket) => socket.pause().write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok'),
  })
  t.teardown(receiver.stop)
  const log = [{ response_status: 200, response_body: 'ok' }]
  t.match(await deliver(t, receiver.url), { status: 'delivered', attempts: 1, log })
})

t.test('an address has time to answer before the next one of its host is tried', async (t) => {
  const receiver = await startReceiver(t)
  // No server listens on the second; and the process is busy when the first has answered, which then looks late.
  const resolve = async (): Promise<readonly string[]> => {
    busyLater()
    return ['127.0.0.1', '127.0.0.2']
  }
  const url = receiver.url.replace('127.0.0.1', 'receiver.test')
  const delivery = await deliver(t, url, { guard: addressGuard(['127.0.0.0/8']), resolve })
  t.match(delivery, { status: 'delivered', attempts: 1 })
})

/** An endpoint that is sent one event after the other, by a server that says when a connection stays open. */
async function openConnected(t: Test, onRequest: (socket: Socket) => void) {
  const world = await openWorld(t)
  const receiver = await startTcpServer(t, onRequest)
  await world.register('company-a', receiver.url)
  world.startWorker()
  const send = async (nth: number) => {
    await world.create()
    return world.settled('delivered', nth)
  }
  return { receiver, send }
}

t.test('one connection serves deliveries that come one after the other', async (t) => {
  const answer = (socket: Socket): void => void socket.write('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
  const { receiver, send } = await openConnected(t, (socket) => {
    answer(socket)
    socket.on('data', () => answer(socket))
  })
  for (const nth of [1, 2, 3]) await send(nth)
  t.equal(receiver.requests(), 1)
})

t.test('a connection that the receiver has closed meanwhile costs no attempt', async (t) => {
  const open = new Set<Socket>()
  const { receiver, send } = await openConnected(t, (socket) => {
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.write('HTTP/1.1 200 OK\r\nkeep-alive: timeout=600\r\ncontent-length: 0\r\n\r\n')
  })
  await send(1)
  for (const socket of open) socket.end()
  await until(() => open.size === 0, 'the end of the connection')
  for (const { attempts } of await send(2)) t.equal(attempts, 1)
  t.equal(receiver.requests(), 2)
})

t.test('after an answer that was not read to its end the connection is not used again', async (t) => {
  const { create, startWorker, settled } = await openReceiving(t, (response) =>
    response.writeHead(200).end('x'.repeat(300_000)),
  )
  startWorker()
  for (let nth = 1; nth <= 3; nth++) {
    await create()
    const deliveries = await settled('delivered', nth)
    for (const { log } of deliveries) t.match(log, [{ response_body: 'x'.repeat(4_096) }])
  }
})
