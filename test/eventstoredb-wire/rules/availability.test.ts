import { status } from '@grpc/grpc-js'
import t from 'tap'
import { append, headers, read, stubs } from './raw.js'
import { connect, event, onBothPaths, refused, revisions, startPair, startServer } from './support.js'
import { watch } from './watch.js'

for (const as of ['UNAVAILABLE', 'CANCELLED'] as const) {
  t.test(`shutting down ends streams with ${as}`, async (t) => {
    const { server, client } = await startPair(t)
    const seen = watch(t, client, { prefixes: ['a-'] })
    await seen.until(({ count }) => count('caught_up') === 1)
    await server.stop(as)
    await seen.until(({ count }) => count('error') === 1)
    t.match(seen.seen.at(-1), { error: { type: as.toLowerCase(), code: status[as] } })
  })
}

onBothPaths(
  t,
  'a server that is gone is UNAVAILABLE, by its code at least',
  async (t, { server, client }) => {
    await client.appendToStream('a-1', event(0))
    await server.stop()
    t.match(await refused(client.appendToStream('a-1', event(1))), { code: status.UNAVAILABLE })
  },
)

t.test('shutting down ends an append that waits for its answer', async (t) => {
  const { server, client } = await startPair(t)
  await client.appendToStream('a-1', event(0))
  server.faults.dropReplies(1, 'silence')
  const waiting = refused(client.appendToStream('a-1', event(1)))
  await server.stop()
  t.match(await waiting, { type: 'unavailable' })
})

onBothPaths(t, 'not ready is UNAVAILABLE', async (t, { server, client }) => {
  await client.appendToStream('a-1', event(0))
  server.faults.notReady()
  t.match(await refused(client.appendToStream('a-1', event(1))), { type: 'unavailable', code: 14 })
  t.match(await refused(revisions(client, 'a-1')), { type: 'unavailable', code: 14 })
  server.faults.ready()
  t.match(await client.appendToStream('a-1', event(1)), { nextExpectedRevision: 1n })
})

t.test('not ready may pass by itself', async (t) => {
  const { server, client } = await startPair(t)
  server.faults.notReady({ ms: 50 })
  t.match(await refused(client.appendToStream('a-1', event(0))), { code: 14 })
  for (;;) {
    const done = await client.appendToStream('a-1', event(0)).catch(() => undefined)
    if (done !== undefined) break
  }
  t.same(await revisions(client, 'a-1'), [0n])
})

t.test('not ready may also be an answer in the batch, which leaves its stream open', async (t) => {
  const { server, client } = await startPair(t)
  await client.appendToStream('a-1', event(0))
  server.faults.notReady({ batches: 'reply' })
  t.match(await refused(client.appendToStream('a-1', event(1))), {
    type: 'unknown',
    message: 'Could not recognize Server Is Not Ready',
  })
  server.faults.ready()
  t.match(await client.appendToStream('a-1', event(1)), { nextExpectedRevision: 1n })
})

onBothPaths(
  t,
  "not-leader carries the leader's endpoint, and the client goes there",
  async (t, { server, client }) => {
    const leader = await startServer(t)
    server.faults.notLeader({ host: '127.0.0.1', port: leader.port })
    t.match(await refused(client.appendToStream('a-1', event(0))), {
      type: 'not-leader',
      leader: { address: '127.0.0.1', port: leader.port },
    })
    await client.appendToStream('a-1', event(0))
    t.same(await revisions(connect(t, leader.url), 'a-1'), [0n])
  },
)

t.test(
  'not-leader is NOT_FOUND with trailing metadata, for reads only when they require the leader',
  async (t) => {
    const server = await startServer(t)
    const client = stubs(t, server)
    server.faults.notLeader({ host: 'elsewhere.example', port: 2113 })
    const trailers = {
      exception: 'not-leader',
      'leader-endpoint-host': 'elsewhere.example',
      'leader-endpoint-port': '2113',
    }
    const { error } = await read(client, {}, headers({ leader: true }))
    t.equal(error?.code, status.NOT_FOUND)
    t.match(error?.metadata.getMap(), trailers)
    t.match(await refused(append(client, { stream: 'a-1', expected: 'any' })), { code: status.NOT_FOUND })
    t.equal((await read(client)).error, undefined)
  },
)

t.test('a client with several hosts finds the leader by gossip', async (t) => {
  const [follower, leader] = [await startServer(t), await startServer(t)]
  follower.faults.notLeader({ host: '127.0.0.1', port: leader.port })
  const client = connect(t, `esdb://127.0.0.1:${follower.port},localhost:${follower.port}?tls=false`)
  t.match(await client.appendToStream('a-1', event(0)), { success: true })
  t.same(await revisions(connect(t, leader.url), 'a-1'), [0n])
})
