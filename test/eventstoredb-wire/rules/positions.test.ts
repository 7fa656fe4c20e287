import { BACKWARDS, END, FORWARDS, jsonEvent } from '@eventstore/db-client'
import t from 'tap'
import { all, collect, event, events, startPair } from './support.js'

t.test('positions strictly increase with holes, commit and prepare alike', async (t) => {
  const { client } = await startPair(t)
  for (let n = 0; n < 30; n += 1) await client.appendToStream(`a-${n % 3}`, events(2))
  const positions = (await all(client)).map(({ event: recorded }) => recorded?.position)
  t.ok(positions.length > 60)
  for (const [index, position] of positions.entries()) {
    t.equal(position?.commit, position?.prepare)
    const before = positions[index - 1]
    if (before !== undefined) t.ok((position?.commit ?? 0n) > before.commit + 1n)
  }
})

t.test('system and metadata events appear in $all, at the very beginning too', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 5 })
  t.match(
    (await all(client)).map(({ event: recorded }) => recorded?.streamId),
    ['$user-admin'],
  )
  for (let n = 0; n < 10; n += 1) await client.appendToStream('a-1', event(n))
  await client.setStreamMetadata('a-1', { custom: true })
  const system = (await all(client)).filter(({ event: recorded }) => recorded?.type.startsWith('$'))
  t.same(
    system.map(({ event: recorded }) => recorded?.type),
    ['$UserCreated', '$statsCollected', '$statsCollected', '$metadata'],
  )
})

t.test('how often the server writes events of its own can be chosen', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 0 })
  for (let n = 0; n < 30; n += 1) await client.appendToStream('a-1', event(n))
  t.equal((await all(client)).length, 31)
})

t.test('an append answers with the position of its last event', async (t) => {
  const { client } = await startPair(t)
  const { position } = await client.appendToStream('a-1', events(3))
  t.same((await all(client, 'a-1')).at(-1)?.event?.position, position)
})

t.test('$all is read forwards from a position on, and backwards from before it', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 0 })
  await client.appendToStream('a-1', events(5))
  const [, , second, third] = (await all(client)).map(({ event: recorded }) => recorded?.position)
  const read = async (direction: 'forwards' | 'backwards', fromPosition: typeof second | 'end') =>
    (await collect(client.readAll({ direction, fromPosition: fromPosition ?? 'start' }))).map(
      ({ event: recorded }) => `${recorded?.streamId}@${recorded?.revision}`,
    )
  t.same(await read(FORWARDS, third), ['a-1@2', 'a-1@3', 'a-1@4'])
  t.same(await read(BACKWARDS, third), ['a-1@1', 'a-1@0', '$user-admin@0'])
  t.same(await read(FORWARDS, END), [])
  t.same((await read(BACKWARDS, END)).slice(0, 1), ['a-1@4'])
})

t.test(
  'a prepare position lower than the commit position includes the record that stands there',
  async (t) => {
    const { client } = await startPair(t, { systemEventEvery: 0 })
    await client.appendToStream('a-1', events(3))
    const position = (await all(client, 'a-1'))[1]?.event?.position ?? { commit: 0n, prepare: 0n }
    const read = await collect(client.readAll({ fromPosition: { commit: position.commit, prepare: 0n } }))
    t.same(
      read.map(({ event: recorded }) => recorded?.revision),
      [1n, 2n],
    )
  },
)

t.test('a stream is read in both directions, from a revision, and as much of it as asked for', async (t) => {
  const { client } = await startPair(t)
  await client.appendToStream('a-1', events(5))
  const read = async (options: Parameters<typeof client.readStream>[1]) =>
    (await collect(client.readStream('a-1', options))).map(({ event: recorded }) => recorded?.revision)
  t.same(await read({ fromRevision: 1n, maxCount: 2 }), [1n, 2n])
  t.same(await read({ direction: BACKWARDS, fromRevision: END, maxCount: 2 }), [4n, 3n])
  t.same(await read({ direction: BACKWARDS, fromRevision: 1n }), [1n, 0n])
})

t.test('data, metadata, type, id and time come back as they were given', async (t) => {
  const { client } = await startPair(t)
  const given = jsonEvent({ type: 'Ünïcode', data: { text: 'ñ€😀' }, metadata: { $correlationId: 'ñ' } })
  const before = Date.now()
  await client.appendToStream('a-ñ', given)
  const [read] = await all(client, 'a-ñ')
  const { contentType: _, ...expected } = given
  t.match(read?.event, { ...expected, streamId: 'a-ñ', isJson: true })
  t.ok(Number(read?.event?.created) >= before && Number(read?.event?.created) <= Date.now())
})
