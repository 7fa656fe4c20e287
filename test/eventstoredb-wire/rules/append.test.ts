import { ANY, type AppendExpectedRevision, type EventData, NO_STREAM } from '@eventstore/db-client'
import t from 'tap'
import { until } from '../../support/until.js'
import { all, event, events, onBothPaths, refused, revisions, startPair } from './ground.js'

const WRONG = { type: 'wrong-expected-version' }
const [first, second, third] = [events(2), events(2), events(1)]

/** Of a stream that holds `first`, `second` and `third`. */
const tries: Readonly<Record<string, readonly [AppendExpectedRevision, readonly EventData[], object]>> = {
  'the present revision passes': [4n, events(2), { nextExpectedRevision: 6n }],
  'any passes': [ANY, events(1), { nextExpectedRevision: 5n }],
  'a revision ahead fails': [5n, events(1), { ...WRONG, expectedVersion: 5n, actualVersion: 4n }],
  'a revision ahead fails even when the ids match': [5n, third, WRONG],
  'no stream fails': [NO_STREAM, events(1), { ...WRONG, expectedVersion: 'no_stream', actualVersion: 4n }],
  'a repeat passes': [1n, second, { nextExpectedRevision: 3n }],
  'a repeat of the first events passes': [NO_STREAM, first, { nextExpectedRevision: 1n }],
  'a repeat passes however it is put together': [
    NO_STREAM,
    [...first, ...second],
    { nextExpectedRevision: 3n },
  ],
  'a repeat with one event more fails': [1n, [...second, ...third, event(9)], WRONG],
  'a repeat with one other event fails': [NO_STREAM, [...first.slice(0, 1), event(9)], WRONG],
  'a repeat in another order fails': [NO_STREAM, first.toReversed(), WRONG],
  'more than the limit of data, metadata and types together is refused': [
    4n,
    [1, 2].map(() => ({ ...event(0), data: 'd'.repeat(999) })),
    { type: 'maximum-append-size-exceeded', maxAppendSize: 2_000 },
  ],
}

onBothPaths(t, {
  async 'expectations and repeats; the same ids in other streams are no repeat'(t, { client }) {
    for (const [name, [expectedRevision, tried, expected]] of Object.entries(tries)) {
      const stream = `a-${name}`
      await client.appendToStream(stream, first, { expectedRevision: NO_STREAM })
      await client.appendToStream(stream, second, { expectedRevision: 1n })
      await client.appendToStream(stream, third, { expectedRevision: 3n })
      const before = (await all(client)).length
      const made = client.appendToStream(stream, [...tried], { expectedRevision })
      t.match(await made.catch((error: unknown) => error), expected, name)
      if ('type' in expected)
        t.equal((await all(client)).length, before, `${name}, and leaves nothing behind`)
    }
  },

  async 'a new stream has no revision'(t, { client }) {
    t.match(await refused(client.appendToStream('a-1', event(0), { expectedRevision: 0n })), {
      ...WRONG,
      streamName: 'a-1',
      expectedVersion: 0n,
      actualVersion: 'no_stream',
    })
  },

  async 'an append and its repeat say where the last event stands'(t, { client }) {
    for (let n = 0; n < 2; n++) {
      const { position } = await client.appendToStream('a-1', first, { expectedRevision: NO_STREAM })
      t.same(position, (await all(client, 'a-1'))[1]?.position)
    }
  },

  async 'an append is atomic, its revisions are contiguous'(t, { client }) {
    await Promise.all(
      Array.from({ length: 20 }, () => client.appendToStream('a-1', events(5), { expectedRevision: ANY })),
    )
    t.same(
      (await all(client, 'a-1')).map(({ revision, data }) => [revision, data]),
      Array.from({ length: 100 }, (_, index) => [BigInt(index), { n: index % 5 }]),
    )
  },
})

t.test('an older server does not say where repeated events stand', async (t) => {
  const { client } = await startPair(t, { positionInRepeats: false })
  await client.appendToStream('a-1', first, { expectedRevision: NO_STREAM })
  t.match(await client.appendToStream('a-1', first, { expectedRevision: NO_STREAM }), {
    nextExpectedRevision: 1n,
    position: undefined,
  })
})

t.test(
  'a batch append whose deadline passed while the server hung times out and writes nothing',
  async (t) => {
    const { server, client } = await startPair(t)
    await client.appendToStream('a-1', event(0))
    server.faults.hang()
    const late = refused(client.appendToStream('a-1', event(1), { deadline: 20 }))
    await until(() => server.faults.waiting() > 0, 'the append')
    const expiry = Date.now() + 20
    await until(() => Date.now() > expiry, 'the deadline')
    server.faults.resume()
    t.match(await late, { type: 'deadline-exceeded' })
    t.same(await revisions(client, 'a-1'), [0n])
  },
)
