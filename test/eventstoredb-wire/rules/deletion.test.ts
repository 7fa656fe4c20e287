import { NO_STREAM, STREAM_EXISTS } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import t from 'tap'
import { uuid } from '../appending/proposed.js'
import { read, stubs } from './raw.js'
import { all, collect, event, events, onBothPaths, refused, revisions, startPair } from './support.js'

t.test('reading an absent stream gives a stream_not_found message and no error', async (t) => {
  const { server, client } = await startPair(t)
  const { messages, error } = await read(stubs(t, server), { stream: 'a-1' })
  t.equal(error, undefined)
  t.equal(messages.length, 1)
  const name = messages[0]?.getStreamNotFound()?.getStreamIdentifier()?.getStreamName_asU8()
  t.equal(Buffer.from(name ?? []).toString(), 'a-1')
  t.match(await refused(revisions(client, 'a-1')), { type: 'stream-not-found', streamName: 'a-1' })
})

t.test('reading past the end of a stream gives nothing', async (t) => {
  const { client } = await startPair(t)
  await client.appendToStream('a-1', events(2))
  t.same(await collect(client.readStream('a-1', { fromRevision: 2n })), [])
})

onBothPaths(t, 'a tombstoned stream can be neither read nor written, ever', async (t, { client }) => {
  await client.appendToStream('a-1', events(2))
  t.match(await client.tombstoneStream('a-1', { expectedRevision: 1n }), { position: {} })
  t.match(await refused(revisions(client, 'a-1')), { type: 'stream-deleted', streamName: 'a-1' })
  for (const expectedRevision of ['any', NO_STREAM, STREAM_EXISTS, 1n] as const) {
    t.match(await refused(client.appendToStream('a-1', event(2), { expectedRevision })), {
      type: 'stream-deleted',
      streamName: 'a-1',
    })
  }
  t.match(await refused(client.tombstoneStream('a-1')), { type: 'stream-deleted' })
})

t.test('a read of a tombstoned stream fails with FAILED_PRECONDITION', async (t) => {
  const { server, client } = await startPair(t)
  await client.tombstoneStream('a-1')
  const { messages, error } = await read(stubs(t, server), { stream: 'a-1' })
  t.same(messages, [])
  t.equal(error?.code, status.FAILED_PRECONDITION)
  t.match(error?.metadata.getMap(), { exception: 'stream-deleted', 'stream-name': 'a-1' })
})

onBothPaths(
  t,
  'a softly deleted stream is not found and continues its revisions when it is written to again',
  async (t, { client }) => {
    await client.appendToStream('a-1', events(3), { expectedRevision: NO_STREAM })
    await client.deleteStream('a-1', { expectedRevision: 2n })
    t.match(await refused(revisions(client, 'a-1')), { type: 'stream-not-found' })
    t.match(await refused(client.appendToStream('a-1', event(9), { expectedRevision: STREAM_EXISTS })), {
      type: 'stream-deleted',
    })

    t.match(await client.appendToStream('a-1', events(2), { expectedRevision: NO_STREAM }), {
      nextExpectedRevision: 4n,
    })
    t.same(await revisions(client, 'a-1'), [3n, 4n], 'what was before stays away')
    t.match(await client.appendToStream('a-1', event(5), { expectedRevision: 4n }), {
      nextExpectedRevision: 5n,
    })
  },
)

onBothPaths(
  t,
  'a softly deleted stream may also be continued with its last revision',
  async (t, { client }) => {
    await client.appendToStream('a-1', events(3), { expectedRevision: NO_STREAM })
    await client.deleteStream('a-1')
    t.match(await client.appendToStream('a-1', event(3), { expectedRevision: 2n }), {
      nextExpectedRevision: 3n,
    })
    t.same(await revisions(client, 'a-1'), [3n])
  },
)

t.test('deleting with a wrong version is an error', async (t) => {
  const { client } = await startPair(t)
  await client.appendToStream('a-1', events(2))
  t.match(await refused(client.deleteStream('a-1', { expectedRevision: 0n })), {
    type: 'wrong-expected-version',
    expectedVersion: 0n,
    actualVersion: 1n,
  })
  t.same(await revisions(client, 'a-1'), [0n, 1n])
})

t.test(
  'deletions are to be seen in $all: metadata for a soft one, a record of the stream for a tombstone',
  async (t) => {
    const { client } = await startPair(t)
    await client.appendToStream('a-1', events(1))
    await client.appendToStream('a-2', events(1))
    await client.deleteStream('a-1')
    await client.tombstoneStream('a-2')
    const [softly, forEver] = (await all(client)).slice(-2)
    t.match(softly?.event, { streamId: '$$a-1', type: '$metadata' })
    t.match(forEver?.event, { streamId: 'a-2', type: '$streamDeleted', revision: 9223372036854775807n })
  },
)

t.test('metadata that a client sets cuts a stream off at its beginning', async (t) => {
  const { client } = await startPair(t)
  await client.appendToStream('a-1', events(3))
  await client.setStreamMetadata('a-1', { truncateBefore: 2 })
  t.same(await revisions(client, 'a-1'), [2n])
})

t.test('ids come in the form that the reader asks for', async (t) => {
  const { server, client } = await startPair(t)
  const written = event(0, 'ffffffff-0000-4000-8000-00000000000a')
  await client.appendToStream('a-1', written)
  const ids = await Promise.all(
    [true, false].map(async (structured) => {
      const { messages } = await read(stubs(t, server), { stream: 'a-1', structured })
      return messages[0]?.getEvent()?.getEvent()?.getId()
    }),
  )
  t.same(
    ids.map((id) => [id?.hasStructured(), uuid(id)]),
    [
      [true, written.id],
      [false, written.id],
    ],
  )
})
