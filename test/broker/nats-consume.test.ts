import { createConnection } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { headers } from 'nats'
import t from 'tap'
import { natsServer, withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { openBroker, operator, poisonOf, startConsumer, waitingEvents } from './support/nats.js'
import { recordedEvent, recordedEvents } from './support/recorded-event.js'

/** Longer than NATS waits for a sign of life. */
const LONG_MS = 4_500

/** Publishes a message that no client would send, and that clients choke on. */
async function publishOddHeader(port: number): Promise<void> {
  const odd = 'NATS/1.0\r\nOdd Name: x\r\n\r\n'
  const socket = createConnection({ host: '127.0.0.1', port })
  socket.write('CONNECT {"verbose":false,"headers":true}\r\n')
  socket.write(`HPUB ecmr.events.foreign.odd ${odd.length} ${odd.length + 2}\r\n${odd}hi\r\nPING\r\n`)
  for await (const chunk of socket) if (String(chunk).includes('PONG')) break
}

t.test('consuming from NATS', { skip: withoutNatsServer }, async (t) => {
  await t.test(
    'hands out in order, in batches of at most 256, and acknowledges what was handled',
    async (t) => {
      const server = await natsServer(t)
      const { jsm } = await operator(t, server)
      const tested = openBroker(t, server)
      await tested.ready()
      const events = recordedEvents(700)
      for (const event of events) await tested.broker.publish(event)
      const held: number[] = []
      const consumer = startConsumer(t, tested, async () => void held.push(await waitingEvents(jsm)))
      await consumer.count(700)
      await until(async () => (await waitingEvents(jsm)) === 0, 'acknowledgements')
      t.strictSame(consumer.batches.flat(), events)
      t.strictSame(
        consumer.batches.map(({ length }) => length),
        [256, 256, 188],
      )
      t.strictSame(held, [700, 444, 188], 'nothing is acknowledged before it was handled')
      await consumer.stop()
      const later = recordedEvent()
      await tested.broker.publish(later)
      const second = startConsumer(t, tested)
      await second.count(1)
      t.strictSame(second.ids(), [later.id], 'nothing comes again')
    },
  )

  await t.test('hands out large events in smaller batches', async (t) => {
    const tested = openBroker(t, await natsServer(t))
    await tested.ready()
    const events = Array.from({ length: 20 }, () => recordedEvent({ data: { text: 'x'.repeat(1_000_000) } }))
    for (const event of events) await tested.broker.publish(event)
    const consumer = startConsumer(t, tested)
    await consumer.count(20)
    t.strictSame(
      consumer.ids(),
      events.map(({ id }) => id),
    )
    t.ok(consumer.batches.every(({ length }) => length <= 8))
  })

  await t.test('hands out a single event at once', async (t) => {
    const tested = openBroker(t, await natsServer(t))
    await tested.ready()
    const consumer = startConsumer(t, tested)
    const times: number[] = []
    for (let count = 1; count <= 100; count += 1) {
      const from = performance.now()
      await tested.broker.publish(recordedEvent())
      while (consumer.ids().length < count) await delay(1)
      times.push(performance.now() - from)
    }
    const median = times.sort((a, b) => a - b)[50] ?? 0
    t.ok(median < 50, `it took ${median} ms`)
  })

  await t.test('tries a batch again that was rejected, in order, for as long as it takes', async (t) => {
    const server = await natsServer(t)
    const { jsm } = await operator(t, server)
    const tested = openBroker(t, server)
    await tested.ready()
    const events = recordedEvents(3)
    for (const event of events) await tested.broker.publish(event)
    const since = performance.now()
    const consumer = startConsumer(t, tested, async () => {
      if (performance.now() - since < LONG_MS) throw new Error('the database is away')
    })
    const other = startConsumer(t, openBroker(t, server))
    await until(async () => (await waitingEvents(jsm)) === 0, 'acknowledgements')
    t.ok(consumer.batches.length > 3)
    for (const batch of consumer.batches) t.strictSame(batch, events)
    t.strictSame(other.batches, [], 'others have not been handed them meanwhile')
  })

  await t.test('leaves events to a handler that takes its time', async (t) => {
    const server = await natsServer(t)
    const { jsm } = await operator(t, server)
    const tested = openBroker(t, server)
    await tested.ready()
    await tested.broker.publish(recordedEvent())
    const consumer = startConsumer(t, tested, () => delay(LONG_MS))
    const other = startConsumer(t, openBroker(t, server))
    await until(async () => (await waitingEvents(jsm)) === 0, 'acknowledgements')
    t.equal(consumer.ids().length + other.ids().length, 1)
  })

  await t.test('hands out again what a dead process had, before anything else', async (t) => {
    const server = await natsServer(t)
    const first = openBroker(t, server)
    await first.ready()
    const events = recordedEvents(4)
    for (const event of events.slice(0, 2)) await first.broker.publish(event)
    let end: () => void = () => undefined
    const dead = startConsumer(
      t,
      first,
      () =>
        new Promise((resolve) => {
          end = resolve
        }),
    )
    await dead.count(2)
    await first.broker.close()

    const second = openBroker(t, server)
    await second.ready()
    for (const event of events.slice(2)) await second.broker.publish(event)
    const heir = startConsumer(t, second)
    await heir.count(4)
    t.strictSame(heir.batches.flat(), events)
    end()
  })

  await t.test('gives back what was not handled when it is stopped', async (t) => {
    const server = await natsServer(t)
    const tested = openBroker(t, server)
    await tested.ready()
    const events = recordedEvents(2)
    for (const event of events) await tested.broker.publish(event)
    const failing = startConsumer(t, tested, async () => {
      throw new Error('no')
    })
    await failing.count(1)
    const other = startConsumer(t, openBroker(t, server))
    await failing.stop()
    await other.count(2)
    t.strictSame(other.batches.flat(), events)
  })

  await t.test('waits for the running handler when it is stopped', async (t) => {
    const server = await natsServer(t)
    const { jsm } = await operator(t, server)
    const tested = openBroker(t, server)
    await tested.ready()
    await tested.broker.publish(recordedEvent())
    let finish: () => void = () => undefined
    const working = new Promise<void>((resolve) => {
      finish = resolve
    })
    const consumer = startConsumer(t, tested, () => working)
    await consumer.count(1)
    const stopped = consumer.stop()
    finish()
    await stopped
    t.equal(await waitingEvents(jsm), 0)
  })

  await t.test('shares events among processes, each once', async (t) => {
    const server = await natsServer(t)
    const tested = openBroker(t, server)
    await tested.ready()
    const consumers = [1, 2, 3].map(() => startConsumer(t, openBroker(t, server), () => delay(2)))
    const { jsm } = await operator(t, server)
    const isEverybodyThere = async (): Promise<boolean> =>
      (await jsm.consumers.info('ECMR_EVENTS', 'notifier')).num_waiting === 3
    await until(() => isEverybodyThere().catch(() => false), 'consumers')
    const events = recordedEvents(600)
    for (const event of events) await tested.broker.publish(event)
    const ids = (): readonly string[] => consumers.flatMap((one) => one.ids())
    await until(() => ids().length >= 600, 'all events')
    t.strictSame([...ids()].sort(), events.map(({ id }) => id).sort())
    t.ok(consumers.every(({ batches }) => batches.length > 0))
  })

  await t.test('goes on when its consumer was deleted and made anew while the handler worked', async (t) => {
    const server = await natsServer(t)
    const { jsm } = await operator(t, server)
    const [first, second] = [openBroker(t, server), openBroker(t, server)]
    await first.ready()
    const event = recordedEvent()
    await first.broker.publish(event)
    let finish: () => void = () => undefined
    const working = new Promise<void>((resolve) => {
      finish = resolve
    })
    const consumer = startConsumer(t, first, () => working)
    await consumer.count(1)
    await jsm.consumers.delete('ECMR_EVENTS', 'notifier')
    const other = startConsumer(t, second)
    await other.count(1)
    finish()
    await until(async () => (await waitingEvents(jsm)) === 0, 'acknowledgements')
    await other.stop()
    const next = recordedEvent()
    await first.broker.publish(next)
    await until(() => consumer.ids().includes(next.id), 'the next event')
    t.strictSame(first.problems, [])
  })

  await t.test('survives NATS being away while the handler works, and acknowledges afterwards', async (t) => {
    const server = await natsServer(t)
    const tested = openBroker(t, server)
    await tested.ready()
    const [event, next] = [recordedEvent(), recordedEvent()]
    await tested.broker.publish(event)
    const consumer = startConsumer(t, tested, async ([first]) => {
      if (first?.id !== event.id) return
      await server.stop()
      await server.start()
    })
    await until(() => tested.problems.length === 2, 'the connection')
    await tested.broker.publish(next)
    await consumer.count(2)
    t.strictSame(consumer.ids(), [event.id, next.id])
  })
})

t.test('what cannot be handled', { skip: withoutNatsServer }, async (t) => {
  const server = await natsServer(t)
  const { nc, jsm } = await operator(t, server)
  const tested = openBroker(t, server)
  await tested.ready()
  const good = recordedEvents(2)
  const bad = recordedEvent()
  const { id, metadata } = recordedEvent()
  const messages: Readonly<Record<string, string>> = {
    'no JSON': 'hello',
    'no object': '[]',
    'no event': '{}',
    'no UUID': JSON.stringify({ ...bad, id: 'one' }),
    'no instant': JSON.stringify({ ...bad, id, metadata: { ...metadata, recorded_at: '2026-02-31' } }),
    'no text for PostgreSQL': JSON.stringify({ ...bad, id, type: '\u0000' }),
    'no revision': JSON.stringify({ ...bad, id, revision: -1 }),
  }
  const js = nc.jetstream()
  for (const [name, text] of Object.entries(messages)) {
    const about = headers()
    about.set('Nats-Msg-Id', name)
    await js.publish('ecmr.events.foreign.thing', text, { headers: about })
  }
  const bomb = headers()
  bomb.set('Content-Encoding', 'deflate')
  await js.publish('ecmr.events.foreign.bomb', 'not deflated', { headers: bomb })
  await publishOddHeader(server.port)
  await js.publish('ecmr.events.foreign.large', new Uint8Array(1024 * 1024 - 10))
  for (const event of [good[0], bad, good[1]]) if (event) await tested.broker.publish(event)

  const consumer = startConsumer(t, tested, async (events, setAside) => {
    for (const event of events) if (event.id === bad.id) setAside(event, 'written by a newer version')
  })
  await until(async () => (await waitingEvents(jsm)) === 0, 'acknowledgements')

  t.strictSame(consumer.ids(), [good[0]?.id, bad.id, good[1]?.id], 'holds up nothing else')
  const poison = await poisonOf(jsm)
  t.equal(poison.length, Object.keys(messages).length + 4)
  t.ok(poison.every(({ subject }) => subject === 'ecmr.poison.notifier'))
  for (const [name, text] of Object.entries(messages)) {
    const one = poison.find(({ headers: about }) => about?.get('Ecmr-Msg-Id') === name)
    t.equal(Buffer.from(one?.data ?? []).toString(), text, `${name} is kept as it came`)
    t.equal(one?.headers?.get('Ecmr-Subject'), 'ecmr.events.foreign.thing')
    t.match(one?.headers?.get('Ecmr-Stream-Sequence'), /^\d+$/)
    t.match(one?.headers?.get('Ecmr-Reason'), /no event|JSON/i)
  }
  const odd = poison.find(({ headers: about }) => about?.get('Ecmr-Subject')?.endsWith('.odd'))
  t.equal(Buffer.from(odd?.data ?? []).toString(), 'hi', 'a message whose headers the client refuses')
  const aside = poison.find(({ headers: about }) => about?.get('Ecmr-Msg-Id') === bad.id)
  t.equal(aside?.headers?.get('Ecmr-Reason'), 'written by a newer version')
  t.strictSame(JSON.parse(Buffer.from(aside?.data ?? []).toString()), bad)
  const cut = poison.find(({ headers: about }) => about?.get('Ecmr-Subject')?.endsWith('.large'))
  t.equal(cut?.headers?.get('Ecmr-Cut-From'), `${1024 * 1024 - 10} bytes`)
  t.equal(
    tested.said.filter(({ message }) => message.includes('ECMR_POISON')).length,
    poison.length,
    'and the log names each',
  )

  await jsm.streams.delete('ECMR_POISON')
  await js.publish('ecmr.events.foreign.thing', 'hello again')
  await until(async () => (await waitingEvents(jsm)) === 0, 'acknowledgements')
  const [again] = await poisonOf(jsm)
  t.equal(
    Buffer.from(again?.data ?? []).toString(),
    'hello again',
    'also when its stream has to be made anew',
  )
})
