import { once } from 'node:events'
import { createServer } from 'node:net'
import { freePort } from '@ecmr/runtime'
import t, { type Test } from 'tap'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { portOf } from '../support/port-of.js'
import { until } from '../support/until.js'
import {
  openBroker,
  openNats,
  publishAtLast,
  startConsumer,
  type TestBroker,
  waitingEvents,
} from './support/nats.js'
import { recordedEvent } from './support/recorded-event.js'

/** Something on a port that is no NATS server. Returns its URL and the number of connections. */
async function impostor(t: Test, greeting: string) {
  let open = 0
  const server = createServer((socket) => {
    open += 1
    socket.on('close', () => {
      open -= 1
    })
    socket.on('error', () => undefined)
    if (greeting) socket.write(greeting)
  })
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  t.teardown(() => server.close())
  return { url: `nats://127.0.0.1:${portOf(server)}`, open: () => open }
}

/** Resolves when the broker has said this about itself, whatever it said before. */
function problem({ problems }: TestBroker, is: string | RegExp): Promise<void> {
  const isIt = (one = ''): boolean => (typeof is === 'string' ? one === is : is.test(one))
  return until(() => problems.some(isIt), `a problem like ${is}`)
}

const REFUSED = /^NATS at 127\.0\.0\.1:\d+ refuses the user, password or token in NATS_URL\.$/

/** Where each cannot be used, and what the broker says then. */
const unusable: Readonly<Record<string, (t: Test) => Promise<readonly [url: string, problem: RegExp]>>> = {
  'the name of the server is not known': async () => [
    'nats://no-such-host.invalid',
    /^NATS at no-such-host\.invalid:4222 cannot be reached: its name is not known\.$/,
  ],
  'the password is wrong, and is not repeated': async (t) => {
    const { port } = await natsServer(t, { user: 'ecmr', password: 'right horse' })
    return [`nats://ecmr:wrong@127.0.0.1:${port}`, REFUSED]
  },
  'no password is given': async (t) => {
    const { port } = await natsServer(t, { user: 'ecmr', password: 'right horse' })
    return [`nats://127.0.0.1:${port}`, REFUSED]
  },
  'a token is wrong': async (t) => {
    const { port } = await natsServer(t, { settings: ['authorization { token: "s3cret" }'] })
    await openBroker(t, [`nats://s3cret@127.0.0.1:${port}`]).ready()
    return [`nats://secret@127.0.0.1:${port}`, REFUSED]
  },
  'it is to be encrypted and the server cannot': async (t) => [
    `tls://127.0.0.1:${(await natsServer(t)).port}`,
    /^NATS at 127\.0\.0\.1:\d+ offers no TLS, which tls:\/\/ in NATS_URL asks for\.$/,
  ],
  'it is not NATS': async (t) => [
    (await impostor(t, 'SSH-2.0-OpenSSH_9.2\r\n')).url,
    /is not a NATS server: check NATS_URL\.$/,
  ],
  'its messages are too small': async (t) => [
    (await natsServer(t, { settings: ['max_payload: 64KB'] })).url,
    /takes messages of at most 65536 bytes: set its max_payload to 1MB or more\.$/,
  ],
}

t.test('a broker that cannot be used says why, and recovers', { skip: withoutNatsServer }, async (t) => {
  for (const [why, arrange] of Object.entries(unusable))
    await t.test(why, async (t) => {
      const [url, sentence] = await arrange(t)
      await problem(openBroker(t, [url]), sentence)
    })

  await t.test('connection refused', async (t) => {
    const server = await natsServer(t)
    await server.stop()
    const tested = openBroker(t, server)
    const { broker, problems } = tested
    const message = `NATS at 127.0.0.1:${server.port} cannot be reached: nothing listens there.`
    await t.rejects(broker.publish(recordedEvent()), { name: 'BrokerUnavailable' })
    await problem(tested, message)
    await t.rejects(broker.publish(recordedEvent()), { name: 'BrokerUnavailable', message })
    await t.rejects(broker.check(), { name: 'BrokerUnavailable', message })
    await server.start()
    await tested.ready()
    t.equal(problems.filter((one) => one === message).length, 1, 'it says so once')
    t.equal(problems.at(-1), undefined)
    await broker.publish(recordedEvent())
  })

  await t.test('right credentials are accepted, and of several servers one is enough', async (t) => {
    const server = await natsServer(t, { user: 'ecmr', password: 'right horse' })
    const dead = `nats://127.0.0.1:${await freePort()}`
    for (const servers of [[server.url], [dead, server.url]]) {
      const tested = openBroker(t, servers)
      await tested.ready()
      t.notOk(
        tested.problems.some((one) => one && !/JetStream/.test(one)),
        `${tested.problems}`,
      )
    }
  })

  await t.test('it accepts connections and says nothing', async (t) => {
    const silent = await impostor(t, '')
    await problem(openBroker(t, [silent.url]), /does not greet as a NATS server does/)
    await until(() => silent.open() === 0, 'the end of the connection')
  })

  await t.test('it has no JetStream', async (t) => {
    const tested = openBroker(t, await natsServer(t, { jetstream: false }))
    const consumer = startConsumer(t, tested)
    await problem(tested, /has no JetStream ready/)
    const refused = { name: 'BrokerUnavailable', message: /JetStream/ }
    await t.rejects(tested.broker.publish(recordedEvent()), refused)
    await consumer.stop()
  })

  await t.test('it is full, until something has been handled', async (t) => {
    const tested = await openNats(t, { storage: '1MB' })
    const { jsm, publish, consume } = tested
    const large = { data: { text: 'x'.repeat(100_000) } }
    let stored = 0
    const fill = async (): Promise<void> => {
      for (; stored < 50; stored += 1) await publish(recordedEvent(large))
    }
    await t.rejects(fill(), { name: 'BrokerUnavailable', message: /has no space left for messages/ })
    t.equal(await waitingEvents(jsm), stored, 'nothing that was stored gave way')
    const consumer = consume()
    await consumer.count(stored)
    await publishAtLast(tested, recordedEvent(large))
    await consumer.count(stored + 1)
  })

  await t.test('it takes events and never says that it has stored them', async (t) => {
    const { nc, jsm, publish } = await openNats(t)
    await jsm.streams.delete('ECMR_EVENTS')
    nc.subscribe('ecmr.events.>', { callback: () => undefined })
    await nc.flush()
    const publishing = [0, 1].map(() =>
      t.rejects(publish(recordedEvent()), { name: 'BrokerUnavailable', message: /does not answer/ }),
    )
    await Promise.all(publishing)
  })

  await t.test('it hangs', async (t) => {
    const tested = await openNats(t)
    const { server, publish, consume } = tested
    const consumer = consume()
    await publish(recordedEvent())
    await consumer.count(1)
    server.signal('SIGSTOP')
    // The signal takes a moment: what is published before it is stored.
    const isRefused = () =>
      publish(recordedEvent()).then(
        () => false,
        (error) => error.name === 'BrokerUnavailable',
      )
    await until(isRefused, 'a refusal')
    await problem(tested, /was lost/)
    await problem(tested, /it hangs, or is something else/)
    server.signal('SIGCONT')
    await tested.ready()
    const event = recordedEvent()
    await publish(event)
    await until(() => consumer.ids().includes(event.id), 'the event')
  })
})
