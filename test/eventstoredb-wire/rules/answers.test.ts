import { randomUUID } from 'node:crypto'
import { NO_STREAM } from '@eventstore/db-client'
import { Metadata, status } from '@grpc/grpc-js'
import t from 'tap'
import { sharedPb } from '../messages.js'
import { append, batchAppend, stubs } from './raw.js'
import { all, event, onBothPaths, refused, startPair, startServer } from './support.js'

const LIMIT = 1024 * 1024
const tooBig = { stream: 'a-1', expected: 'any', data: new Uint8Array(LIMIT) } as const

t.test('a wrong version is a normal reply on Append', async (t) => {
  const client = stubs(t, await startServer(t))
  const absent = (await append(client, { stream: 'a-1', expected: 3 })).getWrongExpectedVersion()
  t.ok(absent?.hasCurrentNoStream())
  t.equal(absent?.getExpectedRevision(), '3')

  await append(client, { stream: 'a-1', expected: 'no_stream' })
  const present = (await append(client, { stream: 'a-1', expected: 'no_stream' })).getWrongExpectedVersion()
  t.equal(present?.getCurrentRevision(), '0')
  t.ok(present?.hasExpectedNoStream())
})

t.test('a wrong version is an error status with a packed message on BatchAppend', async (t) => {
  const client = stubs(t, await startServer(t))
  const answer = await batchAppend(client, { stream: 'a-1', expected: 3 })
  t.notOk(answer.hasSuccess())
  const details = answer.getError()?.getDetails()
  t.equal(answer.getError()?.getCode(), status.FAILED_PRECONDITION)
  t.equal(details?.getTypeUrl(), 'type.googleapis.com/event_store.client.WrongExpectedVersion')
  const unpacked = sharedPb.WrongExpectedVersion.deserializeBinary(
    details?.getValue_asU8() ?? new Uint8Array(),
  )
  t.equal(unpacked.getExpectedStreamPosition(), '3')
  t.ok(unpacked.hasCurrentNoStream())
})

onBothPaths(
  t,
  'more than 1 MiB of data, metadata and twice the length of the types is refused',
  async (t, { client }) => {
    const sized = (bytes: number) => ({
      ...event(0),
      type: 'X'.repeat(100),
      data: 'd'.repeat(bytes - 200 - 2 - 12),
      metadata: { m: 'mmmm' },
    })
    t.match(await refused(client.appendToStream('a-1', sized(LIMIT + 1))), {
      type: 'maximum-append-size-exceeded',
      maxAppendSize: LIMIT,
    })
    t.match(await client.appendToStream('a-1', sized(LIMIT)), { nextExpectedRevision: 0n })
    t.match(
      await refused(client.appendToStream('a-1', [sized(LIMIT / 2), sized(LIMIT / 2 + 1)])),
      { type: 'maximum-append-size-exceeded' },
      'per append, not per event',
    )
    t.equal((await all(client, 'a-1')).length, 1)
  },
)

t.test('too much is a gRPC error with trailing metadata on Append', async (t) => {
  const client = stubs(t, await startServer(t))
  const error = await refused(append(client, tooBig))
  t.match(error, { code: status.INVALID_ARGUMENT })
  t.match(trailers(error), {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(LIMIT),
  })
})

t.test('too much is a packed message on BatchAppend, and the stream goes on', async (t) => {
  const client = stubs(t, await startServer(t))
  const details = (await batchAppend(client, tooBig)).getError()?.getDetails()
  t.equal(details?.getTypeUrl(), 'type.googleapis.com/event_store.client.MaximumAppendSizeExceeded')
})

t.test('an event without a type is refused, differently on the two paths', async (t) => {
  const client = stubs(t, await startServer(t))
  const untyped = { stream: 'a-1', expected: 'any', type: undefined } as const
  t.match(trailers(await refused(append(client, untyped))), {
    exception: 'missing-required-metadata-property',
  })
  const details = (await batchAppend(client, untyped)).getError()?.getDetails()
  t.equal(details?.getTypeUrl(), 'type.googleapis.com/event_store.client.BadRequest')
})

t.test('an append in several parts is written when its final part has come', async (t) => {
  const { server, client } = await startPair(t)
  const ids = [randomUUID(), randomUUID(), randomUUID()]
  const answer = await batchAppend(stubs(t, server), { stream: 'a-1', expected: 'no_stream', ids })
  t.equal(answer.getSuccess()?.getCurrentRevision(), '2')
  t.same(
    (await all(client, 'a-1')).map(({ event: recorded }) => recorded?.id),
    ids,
  )
})

t.test('a batch append whose deadline has passed times out and writes nothing', async (t) => {
  const { server, client } = await startPair(t)
  const late = { stream: 'a-1', expected: 'any' } as const
  const answer = await batchAppend(stubs(t, server), late, undefined, new Date(Date.now() - 1))
  t.equal(answer.getError()?.getDetails()?.getTypeUrl(), 'type.googleapis.com/event_store.client.Timeout')
  t.equal((await all(client, 'a-1')).length, 0)
})

t.test('an empty append that expects rightly writes nothing and has no position', async (t) => {
  const client = stubs(t, await startServer(t))
  const nothing = (await append(client, { stream: 'a-1', expected: 'no_stream', ids: [] })).getSuccess()
  t.ok(nothing?.hasNoStream())
  t.ok(nothing?.hasNoPosition())
})

t.test(
  'a server that does not list BatchAppend does not serve it, and the client does without',
  async (t) => {
    const { server, client } = await startPair(t, { batchAppend: false })
    t.match(await refused(batchAppend(stubs(t, server), { stream: 'a-1', expected: 'any' })), {
      code: status.UNIMPLEMENTED,
    })
    t.match(await client.appendToStream('a-1', event(0), { expectedRevision: NO_STREAM }), { success: true })
  },
)

/** Trailing metadata, as plain text. */
function trailers(error: unknown): unknown {
  return error instanceof Error && 'metadata' in error && error.metadata instanceof Metadata
    ? error.metadata.getMap()
    : undefined
}
