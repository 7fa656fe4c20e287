import { once } from 'node:events'
import { createServer } from 'node:net'
import t, { type Test } from 'tap'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { freePort } from '../support/port-of.js'
import { until } from '../support/until.js'
import { openBroker, operator, startConsumer, type TestBroker, waitingEvents } from './support/nats.js'
import { recordedEvent } from './support/recorded-event.js'

/** Something on a port that is no NATS server. Returns its URL and the number of connections. */
async function impostor(
  t: Test,
  greeting: string,
): Promise<{ readonly url: string; readonly open: () => number }> {
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
  const address = server.address()
  const port = address !== null && typeof address === 'object' ? address.port : 0
  return { url: `nats://127.0.0.1:${port}`, open: () => open }
}

async function firstProblem({ problems }: TestBroker): Promise<string | undefined> {
  await until(() => problems.length > 0, 'a problem')
  return problems[0]
}

t.test(
  'a broker that cannot be used says why, once, and recovers',
  { skip: withoutNatsServer },
  async (t) => {
    await t.test('connection refused', async (t) => {
      const server = await natsServer(t)
      await server.stop()
      const tested = openBroker(t, server)
      const { broker, problems } = tested
      const sentence = `NATS at 127.0.0.1:${server.port} cannot be reached: nothing listens there.`
      await t.rejects(broker.publish(recordedEvent()), { name: 'BrokerUnavailable' })
      t.equal(await firstProblem(tested), sentence)
      await t.rejects(broker.publish(recordedEvent()), { name: 'BrokerUnavailable', message: sentence })
      await t.rejects(broker.check(), { name: 'BrokerUnavailable', message: sentence })
      await server.start()
      await tested.ready()
      t.strictSame(problems, [sentence, undefined])
      await broker.publish(recordedEvent())
    })

    await t.test('the name of the server is not known', async (t) => {
      const problem = await firstProblem(openBroker(t, ['nats://no-such-host.invalid']))
      t.equal(problem, 'NATS at no-such-host.invalid:4222 cannot be reached: its name is not known.')
    })

    await t.test('credentials are wrong, and are not repeated', async (t) => {
      const server = await natsServer(t, { user: 'ecmr', password: 'right horse' })
      const right = openBroker(t, server)
      await right.ready()
      t.strictSame(right.problems, [])
      for (const url of [`nats://ecmr:wrong@127.0.0.1:${server.port}`, `nats://127.0.0.1:${server.port}`]) {
        const problem = await firstProblem(openBroker(t, [url]))
        t.equal(problem, `NATS at 127.0.0.1:${server.port} refuses the user, password or token in NATS_URL.`)
      }
    })

    await t.test('a token is wrong', async (t) => {
      const server = await natsServer(t, { settings: ['authorization { token: "s3cret" }'] })
      await openBroker(t, [`nats://s3cret@127.0.0.1:${server.port}`]).ready()
      const problem = await firstProblem(openBroker(t, [`nats://secret@127.0.0.1:${server.port}`]))
      t.match(problem, /refuses the user, password or token/)
    })

    await t.test('it is to be encrypted and the server cannot', async (t) => {
      const server = await natsServer(t)
      const problem = await firstProblem(openBroker(t, [`tls://127.0.0.1:${server.port}`]))
      t.equal(problem, `NATS at 127.0.0.1:${server.port} offers no TLS, which tls:// in NATS_URL asks for.`)
    })

    await t.test('it is not NATS', async (t) => {
      const greeter = await impostor(t, 'SSH-2.0-OpenSSH_9.2\r\n')
      t.match(await firstProblem(openBroker(t, [greeter.url])), /is not a NATS server: check NATS_URL\.$/)
    })

    await t.test('it accepts connections and says nothing', async (t) => {
      const silent = await impostor(t, '')
      const tested = openBroker(t, [silent.url])
      t.match(await firstProblem(tested), /does not greet as a NATS server does/)
      await until(() => silent.open() === 0, 'the end of the connection')
    })

    await t.test('it has no JetStream', async (t) => {
      const server = await natsServer(t, { jetstream: false })
      const tested = openBroker(t, server)
      const consumer = startConsumer(t, tested)
      t.match(await firstProblem(tested), /has no JetStream ready/)
      await t.rejects(tested.broker.publish(recordedEvent()), {
        name: 'BrokerUnavailable',
        message: /JetStream/,
      })
      await consumer.stop()
    })

    await t.test('its messages are too small', async (t) => {
      const server = await natsServer(t, { settings: ['max_payload: 64KB'] })
      const problem = await firstProblem(openBroker(t, server))
      t.match(problem, /takes messages of at most 65536 bytes: set its max_payload to 1MB or more\.$/)
    })

    await t.test('it is full, until something has been handled', async (t) => {
      const server = await natsServer(t, { storage: '1MB' })
      const { jsm } = await operator(t, server)
      const tested = openBroker(t, server)
      await tested.ready()
      const large = { data: { text: 'x'.repeat(100_000) } }
      let stored = 0
      const fill = async (): Promise<void> => {
        for (; stored < 50; stored += 1) await tested.broker.publish(recordedEvent(large))
      }
      await t.rejects(fill(), { name: 'BrokerUnavailable', message: /has no space left for messages/ })
      t.equal(await waitingEvents(jsm), stored, 'nothing that was stored gave way')
      const consumer = startConsumer(t, tested)
      await consumer.count(stored)
      const isStored = (): Promise<boolean> =>
        tested.broker.publish(recordedEvent(large)).then(
          () => true,
          () => false,
        )
      await until(isStored, 'space')
      await consumer.count(stored + 1)
    })

    await t.test('it hangs', async (t) => {
      const server = await natsServer(t)
      const tested = openBroker(t, server)
      await tested.ready()
      const consumer = startConsumer(t, tested)
      await tested.broker.publish(recordedEvent())
      await consumer.count(1)
      server.signal('SIGSTOP')
      await t.rejects(tested.broker.publish(recordedEvent()), { name: 'BrokerUnavailable' })
      t.match(await firstProblem(tested), /was lost/)
      await until(() => tested.problems.length > 1, 'why it cannot connect')
      t.match(tested.problems[1], /it hangs, or is something else/)
      server.signal('SIGCONT')
      await tested.ready()
      const event = recordedEvent()
      await tested.broker.publish(event)
      await until(() => consumer.ids().includes(event.id), 'the event')
    })

    await t.test('of several servers, one is enough', async (t) => {
      const server = await natsServer(t)
      const dead = `nats://127.0.0.1:${await freePort()}`
      const tested = openBroker(t, [dead, server.url])
      await tested.ready()
      t.strictSame(tested.problems, [])
    })
  },
)
