import { BACKWARDS, END, FORWARDS, jsonEvent } from '@eventstore/db-client'
import t from 'tap'
import { all, collect, event, events, onBothPaths, refused, revisions, startPair } from './ground.js'

t.test('positions strictly increase with holes, commit and prepare alike', async (t) => {
  const { client } = await startPair(t)
  for (let n = 0; n < 30; n += 1) await client.appendToStream(`a-${n % 3}`, events(2))
  const positions = (await all(client)).map(({ position }) => position)
  t.ok(positions.length > 60)
  for (const [index, { commit, prepare }] of positions.entries()) {
    t.equal(commit, prepare)
    t.ok(commit > (positions[index - 1]?.commit ?? -2n) + 1n)
  }
})

t.test('events of the server itself appear in $all, at the very beginning too', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 5 })
  for (let n = 0; n < 10; n += 1) await client.appendToStream('a-1', event(n))
  const system = (await all(client)).filter(({ type }) => type.startsWith('$'))
  t.same(
    system.map(({ type, streamId }) => [type, streamId]),
    [
      ['$UserCreated', '$user-admin'],
      ['$statsCollected', '$stats-127.0.0.1:2113'],
      ['$statsCollected', '$stats-127.0.0.1:2113'],
    ],
  )
})

t.test('$all is read forwards from a position on, and backwards from before it', async (t) => {
  const { client } = await startPair(t)
  await client.appendToStream('a-1', events(5))
  const third = (await all(client, 'a-1'))[2]?.position ?? 'start'
  const read = async (direction: 'forwards' | 'backwards', fromPosition: typeof third | 'end') =>
    (await collect(client.readAll({ direction, fromPosition }))).map(
      ({ event: recorded }) => `${recorded?.streamId}@${recorded?.revision}`,
    )
  t.same(await read(FORWARDS, third), ['a-1@2', 'a-1@3', 'a-1@4'])
  t.same(await read(BACKWARDS, third), ['a-1@1', 'a-1@0', '$user-admin@0'])
  t.same(await read(FORWARDS, END), [])
  t.same((await read(BACKWARDS, END)).slice(0, 1), ['a-1@4'])
  const lower = third === 'start' ? third : { commit: third.commit, prepare: 0n }
  t.same(
    await read(FORWARDS, lower),
    await read(FORWARDS, third),
    'a lower prepare includes what stands there',
  )
})

t.test('a stream is read in both directions, from a revision, and as much of it as wanted', async (t) => {
  const { client } = await startPair(t)
  await client.appendToStream('a-1', events(5))
  t.same(await revisions(client, 'a-1', { fromRevision: 1n, maxCount: 2 }), [1n, 2n])
  t.same(await revisions(client, 'a-1', { direction: BACKWARDS, fromRevision: END, maxCount: 2 }), [4n, 3n])
  t.same(await revisions(client, 'a-1', { direction: BACKWARDS, fromRevision: 1n }), [1n, 0n])
  t.same(await revisions(client, 'a-1', { fromRevision: 5n }), [])
  t.match(await refused(revisions(client, 'a-2')), { type: 'stream-not-found', streamName: 'a-2' })
})

t.test('data, metadata, type, id and time come back as they were given', async (t) => {
  const { client } = await startPair(t)
  const given = jsonEvent({ type: 'Ünïcode', data: { text: 'ñ€😀' }, metadata: { $correlationId: 'ñ' } })
  const before = Date.now()
  await client.appendToStream('a-ñ', given)
  const [read] = await all(client, 'a-ñ')
  const { contentType: _, ...expected } = given
  t.match(read, { ...expected, streamId: 'a-ñ', isJson: true })
  t.ok(Number(read?.created) >= before && Number(read?.created) <= Date.now())
})

onBothPaths(t, {
  async 'a stream that is closed permanently can be neither read nor written'(t, { client }) {
    await client.appendToStream('a-1', events(2))
    t.match(await client.tombstoneStream('a-1'), { position: {} })
    const gone = { type: 'stream-deleted', streamName: 'a-1' }
    t.match(await refused(revisions(client, 'a-1')), gone)
    for (const expectedRevision of ['any', 'no_stream', 1n] as const)
      t.match(await refused(client.appendToStream('a-1', event(2), { expectedRevision })), gone)
    t.match(await refused(client.tombstoneStream('a-1')), gone)
    t.match((await all(client)).at(-1), { streamId: 'a-1', type: '$streamDeleted', revision: 2n ** 63n - 1n })
  },
})
