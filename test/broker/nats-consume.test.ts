import { createConnection } from 'node:net'
import { headers } from 'nats'
import t from 'tap'
import { withoutNatsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'
import { heldHandler, openNats, poisonOf, startConsumer, waitingEvents } from './support/nats.js'
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
  await t.test('hands out in order, at most 256 at a time, and acknowledges what was handled', async (t) => {
    const { jsm, broker, publish, consume, acknowledged } = await openNats(t)
    const events = recordedEvents(700)
    await publish(...events)
    const held: number[] = []
    const consumer = consume(async () => void held.push(await waitingEvents(jsm)))
    await consumer.count(700)
    await acknowledged()
    t.strictSame(consumer.batches.flat(), events)
    t.strictSame(
      consumer.batches.map(({ length }) => length),
      [256, 256, 188],
    )
    t.strictSame(held, [700, 444, 188], 'nothing is acknowledged before it was handled')
    await consumer.stop()
    const later = recordedEvent()
    await broker.publish(later)
    const second = consume()
    await second.count(1)
    t.strictSame(second.ids(), [later.id], 'nothing comes again')
  })

  await t.test('hands out large events in smaller batches', async (t) => {
    const { publish, consume } = await openNats(t)
    const events = Array.from({ length: 20 }, () => recordedEvent({ data: { text: 'x'.repeat(1_000_000) } }))
    await publish(...events)
    const consumer = consume()
    await consumer.count(20)
    t.strictSame(
      consumer.ids(),
      events.map(({ id }) => id),
    )
    t.ok(consumer.batches.every(({ length }) => length <= 8))
  })

  await t.test('hands out a single event at once, without waiting for more', async (t) => {
    const { broker, consume } = await openNats(t)
    const consumer = consume()
    const publishing = (async () => {
      for (let count = 1; count <= 100; count += 1) {
        await broker.publish(recordedEvent())
        await consumer.count(count)
      }
    })()
    // A request that waited for more would take ten seconds each time.
    await until(() => consumer.ids().length === 100, 'a hundred events')
    await publishing
    t.ok(consumer.batches.every(({ length }) => length === 1))
  })

  await t.test('tries a rejected batch again, in order, for as long as it takes', async (t) => {
    const { another, publish, consume, acknowledged } = await openNats(t)
    const events = recordedEvents(3)
    await publish(...events)
    const since = performance.now()
    const consumer = consume(async () => {
      if (performance.now() - since < LONG_MS) throw new Error('the database is away')
    })
    const other = startConsumer(t, another())
    await acknowledged()
    t.ok(consumer.batches.length > 3)
    for (const batch of consumer.batches) t.strictSame(batch, events)
    t.strictSame(other.batches, [], 'others have not been handed them meanwhile')
  })

  await t.test('leaves events to a handler that takes its time', async (t) => {
    const { another, publish, consume, acknowledged } = await openNats(t)
    await publish(recordedEvent())
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, LONG_MS))
    const consumer = consume(slow)
    const other = startConsumer(t, another())
    await acknowledged()
    t.equal(consumer.ids().length + other.ids().length, 1)
  })

  await t.test('hands out again what a dead process had, before anything else', async (t) => {
    const { another, broker, publish, consume } = await openNats(t)
    const events = recordedEvents(4)
    await publish(...events.slice(0, 2))
    const { handle, finish } = heldHandler()
    await consume(handle).count(2)
    await broker.close()
    const second = another()
    await second.ready()
    for (const event of events.slice(2)) await second.broker.publish(event)
    const heir = startConsumer(t, second)
    await heir.count(4)
    t.strictSame(heir.batches.flat(), events)
    finish()
  })

  await t.test('gives back what was not handled when it is stopped', async (t) => {
    const { another, publish, consume } = await openNats(t)
    const events = recordedEvents(2)
    await publish(...events)
    const failing = consume(() => Promise.reject(new Error('no')))
    await failing.count(1)
    const other = startConsumer(t, another())
    await failing.stop()
    await other.count(2)
    t.strictSame(other.batches.flat(), events)
  })

  await t.test('waits for the running handler when it is stopped', async (t) => {
    const { jsm, publish, consume } = await openNats(t)
    await publish(recordedEvent())
    const { handle, finish } = heldHandler()
    const consumer = consume(handle)
    await consumer.count(1)
    const stopped = consumer.stop()
    finish()
    await stopped
    t.equal(await waitingEvents(jsm), 0)
  })

  await t.test('shares events among processes, each once', async (t) => {
    const { jsm, another, publish } = await openNats(t)
    const pause = () => new Promise<void>((resolve) => setTimeout(resolve, 2))
    const consumers = [1, 2, 3].map(() => startConsumer(t, another(), pause))
    const areAllThere = async (): Promise<boolean> =>
      (await jsm.consumers.info('ECMR_EVENTS', 'notifier')).num_waiting === 3
    await until(() => areAllThere().catch(() => false), 'consumers')
    const events = recordedEvents(600)
    await publish(...events)
    const ids = (): readonly string[] => consumers.flatMap((one) => one.ids())
    await until(() => ids().length >= 600, 'all events')
    t.strictSame([...ids()].sort(), events.map(({ id }) => id).sort())
    t.ok(consumers.every(({ batches }) => batches.length > 0))
  })

  await t.test('goes on when its consumer was deleted and made anew while the handler worked', async (t) => {
    const { jsm, another, problems, publish, consume, acknowledged } = await openNats(t)
    const before = problems.length
    await publish(recordedEvent())
    const { handle, finish } = heldHandler()
    const consumer = consume(handle)
    await consumer.count(1)
    await jsm.consumers.delete('ECMR_EVENTS', 'notifier')
    const other = startConsumer(t, another())
    await other.count(1)
    finish()
    await acknowledged()
    await other.stop()
    const next = recordedEvent()
    await publish(next)
    await until(() => consumer.ids().includes(next.id), 'the next event')
    t.equal(problems.length, before)
  })

  await t.test('survives NATS being away while the handler works, and acknowledges afterwards', async (t) => {
    const { server, problems, publish, consume } = await openNats(t)
    const [event, next] = [recordedEvent(), recordedEvent()]
    await publish(event)
    const consumer = consume(async ([first]) => {
      if (first?.id !== event.id) return
      await server.stop()
      await server.start()
    })
    await until(() => problems.some(Boolean) && problems.at(-1) === undefined, 'the connection')
    await publish(next)
    await consumer.count(2)
    t.strictSame(consumer.ids(), [event.id, next.id])
  })
})

t.test('what cannot be handled', { skip: withoutNatsServer }, async (t) => {
  const { server, nc, jsm, said, publish, consume, acknowledged } = await openNats(t)
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
  for (const event of [good[0], bad, good[1]]) if (event) await publish(event)
  const consumer = consume(async (events, setAside) => {
    for (const event of events) if (event.id === bad.id) setAside(event, 'written by a newer version')
  })
  await acknowledged()

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
    said.filter(({ message }) => message.includes('ECMR_POISON')).length,
    poison.length,
    'and the log names each',
  )

  await jsm.streams.delete('ECMR_POISON')
  await js.publish('ecmr.events.foreign.thing', 'hello again')
  await acknowledged()
  const [again] = await poisonOf(jsm)
  t.equal(
    Buffer.from(again?.data ?? []).toString(),
    'hello again',
    'also when its stream has to be made anew',
  )
})
