import type { Socket } from 'node:net'
import { planDeliveries } from '@ecmr/webhooks'
import t, { type Test } from 'tap'
import { startCrudeServer } from './support/crude-server.js'
import { note } from './support/events.js'
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

function trickle(socket: Socket, head: string, piece: string): void {
  socket.write(head)
  const timer = setInterval(() => socket.write(piece), 20)
  socket.on('close', () => clearInterval(timer))
}
