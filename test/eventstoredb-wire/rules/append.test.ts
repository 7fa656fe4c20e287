import { ANY, NO_STREAM, STREAM_EXISTS } from '@eventstore/db-client'
import t from 'tap'
import { all, event, events, onBothPaths, refused, revisions } from './support.js'

const WRONG = { type: 'wrong-expected-version' }

onBothPaths(
  t,
  'a new stream: any and no_stream pass, a number and stream_exists fail',
  async (t, { client }) => {
    t.match(await client.appendToStream('a-1', event(0), { expectedRevision: ANY }), {
      success: true,
      nextExpectedRevision: 0n,
    })
    t.match(await client.appendToStream('a-2', event(0), { expectedRevision: NO_STREAM }), {
      success: true,
      nextExpectedRevision: 0n,
    })
    t.match(await refused(client.appendToStream('a-3', event(0), { expectedRevision: 0n })), {
      ...WRONG,
      streamName: 'a-3',
      expectedVersion: 0n,
      actualVersion: 'no_stream',
    })
    t.match(await refused(client.appendToStream('a-3', event(0), { expectedRevision: STREAM_EXISTS })), {
      ...WRONG,
      expectedVersion: 'stream_exists',
      actualVersion: 'no_stream',
    })
  },
)

onBothPaths(t, 'expected == current passes', async (t, { client }) => {
  await client.appendToStream('a-1', events(3), { expectedRevision: NO_STREAM })
  t.match(await client.appendToStream('a-1', events(2), { expectedRevision: 2n }), {
    nextExpectedRevision: 4n,
  })
  t.same(await revisions(client, 'a-1'), [0n, 1n, 2n, 3n, 4n])
})

onBothPaths(t, 'expected > current fails even when the ids match', async (t, { client }) => {
  const same = event(0)
  await client.appendToStream('a-1', same, { expectedRevision: NO_STREAM })
  t.match(await refused(client.appendToStream('a-1', same, { expectedRevision: 1n })), {
    ...WRONG,
    expectedVersion: 1n,
    actualVersion: 0n,
  })
  t.same(await revisions(client, 'a-1'), [0n])
})

onBothPaths(
  t,
  'expected < current passes as already written when every id stands there, with the old revision and position',
  async (t, { client }) => {
    const [first, second, third] = [events(2), events(2), events(1)]
    await client.appendToStream('a-1', first, { expectedRevision: NO_STREAM })
    const once = await client.appendToStream('a-1', second, { expectedRevision: 1n })
    await client.appendToStream('a-1', third, { expectedRevision: 3n })

    t.same(await client.appendToStream('a-1', second, { expectedRevision: 1n }), once)
    t.match(await client.appendToStream('a-1', first, { expectedRevision: NO_STREAM }), {
      nextExpectedRevision: 1n,
      position: (await all(client, 'a-1'))[1]?.event?.position,
    })
    t.match(
      await client.appendToStream('a-1', [...first, ...second], { expectedRevision: NO_STREAM }),
      { nextExpectedRevision: 3n },
      'however they were put together',
    )
    t.same(await revisions(client, 'a-1'), [0n, 1n, 2n, 3n, 4n])
  },
)

onBothPaths(t, 'expected < current fails as soon as one id differs', async (t, { client }) => {
  const first = events(2)
  await client.appendToStream('a-1', first, { expectedRevision: NO_STREAM })
  for (const tried of [
    events(1),
    [...first.slice(0, 1), event(9)],
    [...first, event(9)],
    first.toReversed(),
  ]) {
    t.match(await refused(client.appendToStream('a-1', tried, { expectedRevision: NO_STREAM })), {
      ...WRONG,
      expectedVersion: 'no_stream',
      actualVersion: 1n,
    })
  }
  t.same(await revisions(client, 'a-1'), [0n, 1n])
})

onBothPaths(t, 'the same id in another stream is no duplicate', async (t, { client }) => {
  const same = event(0)
  for (const stream of ['a-1', 'a-2']) {
    t.match(await client.appendToStream(stream, same, { expectedRevision: NO_STREAM }), { success: true })
  }
  t.match(await client.appendToStream('a-3', same, { expectedRevision: ANY }), { nextExpectedRevision: 0n })
  t.equal((await all(client)).filter(({ event: recorded }) => recorded?.id === same.id).length, 3)
})

onBothPaths(
  t,
  'any and stream_exists are idempotent while the recent ids are remembered',
  async (t, { client }) => {
    const [first, second] = [events(2), events(2)]
    const once = await client.appendToStream('a-1', first, { expectedRevision: ANY })
    await client.appendToStream('a-1', second, { expectedRevision: STREAM_EXISTS })

    t.same(await client.appendToStream('a-1', first, { expectedRevision: ANY }), once)
    t.match(await client.appendToStream('a-1', second, { expectedRevision: STREAM_EXISTS }), {
      nextExpectedRevision: 3n,
    })
    t.match(
      await refused(client.appendToStream('a-1', [...second, event(9)], { expectedRevision: ANY })),
      WRONG,
    )
    t.same(await revisions(client, 'a-1'), [0n, 1n, 2n, 3n])
  },
)

onBothPaths(
  t,
  'any writes again what has left the memory of recent ids; a number still recognises it',
  async (t, { client }) => {
    const first = event(0)
    await client.appendToStream('a-1', first, { expectedRevision: ANY })
    await client.appendToStream('a-2', events(3), { expectedRevision: ANY })

    t.match(await client.appendToStream('a-1', first, { expectedRevision: NO_STREAM }), {
      nextExpectedRevision: 0n,
    })
    t.match(await client.appendToStream('a-1', first, { expectedRevision: ANY }), {
      nextExpectedRevision: 1n,
    })
    t.same(await revisions(client, 'a-1'), [0n, 1n])
  },
  { recentIds: 3 },
)

onBothPaths(t, 'an append is atomic, its revisions are contiguous', async (t, { client }) => {
  await Promise.all(
    Array.from({ length: 20 }, () => client.appendToStream('a-1', events(5), { expectedRevision: ANY })),
  )
  const read = await all(client, 'a-1')
  t.same(
    read.map(({ event: recorded }) => recorded?.revision),
    Array.from({ length: 100 }, (_, revision) => BigInt(revision)),
  )
  t.same(
    read.map(({ event: recorded }) => recorded?.data),
    Array.from({ length: 100 }, (_, index) => ({ n: index % 5 })),
    'no other event comes between the events of one append',
  )
})

onBothPaths(t, 'an append that fails leaves nothing behind', async (t, { client }) => {
  await client.appendToStream('a-1', event(0), { expectedRevision: NO_STREAM })
  const before = (await all(client)).length
  t.match(await refused(client.appendToStream('a-1', events(5), { expectedRevision: NO_STREAM })), WRONG)
  t.equal((await all(client)).length, before)
})

onBothPaths(
  t,
  'a server that does not say where repeated events stand still says their revision',
  async (t, { client }) => {
    const first = event(0)
    await client.appendToStream('a-1', first, { expectedRevision: NO_STREAM })
    t.same(await client.appendToStream('a-1', first, { expectedRevision: NO_STREAM }), {
      success: true,
      nextExpectedRevision: 0n,
      position: undefined,
    })
  },
  { positionInRepeats: false },
)
