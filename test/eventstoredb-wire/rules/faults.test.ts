import { setTimeout as delay } from 'node:timers/promises'
import { NO_STREAM } from '@eventstore/db-client'
import { status } from '@grpc/grpc-js'
import t from 'tap'
import {
  all,
  connect,
  event,
  events,
  onBothPaths,
  refused,
  revisions,
  startPair,
  startServer,
  watch,
  watched,
} from './ground.js'

onBothPaths(t, {
  async 'a reply that is dropped after the commit: the repeat finds it written'(t, { server, client }) {
    server.faults.dropReplies(1)
    const written = event(0)
    const options = { expectedRevision: NO_STREAM } as const
    t.match(await refused(client.appendToStream('a-1', written, options)), { code: 14 })
    const { position } = await client.appendToStream('a-1', written, options)
    t.same(
      (await all(client, 'a-1')).map((one) => one.position),
      [position],
    )
  },

  async 'a reply that is dropped in silence: committed, and others are answered'(t, { server, client }) {
    server.faults.dropReplies(1, 'silence')
    const waiting = client.appendToStream('a-1', event(0)).then(
      () => 'answered',
      (error: { code: number }) => error.code,
    )
    while ((await all(client, 'a-1')).length === 0);
    t.match(await client.appendToStream('a-1', event(1)), { nextExpectedRevision: 1n })
    await server.stop()
    t.equal(await waiting, status.UNAVAILABLE, 'the shutdown ends it')
    t.match(await refused(client.appendToStream('a-1', event(1))), { code: 14 }, 'a server that is gone')
  },

  async 'replies come late, and not one after the other'(t, { server, client }) {
    await client.appendToStream('a-1', event(0))
    server.faults.delayReplies(2_000)
    const replies = events(10).map((one) => client.appendToStream('a-1', one))
    const answered = Promise.all(replies).then(() => 'answered')
    while ((await all(client, 'a-1')).length < 11);
    t.equal(await Promise.race([answered, delay(0, 'committed before')]), 'committed before')
    t.equal(await answered, 'answered')
  },

  async 'a server that hangs accepts and never answers, until it goes on'(t, { server, client }) {
    await client.appendToStream('a-1', event(0))
    server.faults.hang()
    const appending = client.appendToStream('a-1', event(1), { deadline: 30_000 })
    const reading = revisions(client, 'a-1')
    t.equal(await Promise.race([appending, reading, delay(100, 'nothing')]), 'nothing')
    server.faults.resume()
    t.match(await appending, { nextExpectedRevision: 1n })
    t.ok((await reading).length > 0)
  },

  async 'a server that is not ready is UNAVAILABLE'(t, { server, client }) {
    await client.appendToStream('a-1', event(0))
    server.faults.notReady()
    t.match(await refused(client.appendToStream('a-1', event(1))), { type: 'unavailable', code: 14 })
    t.match(await refused(revisions(client, 'a-1')), { type: 'unavailable', code: 14 })
    server.faults.ready()
    t.match(await client.appendToStream('a-1', event(1)), { nextExpectedRevision: 1n })
  },

  async 'a server that does not lead names the leader, and the client goes there'(t, { server, client }) {
    const leader = await startServer(t)
    const { port } = leader
    server.faults.notLeader({ host: '127.0.0.1', port })
    const refusal = { type: 'not-leader', leader: { address: '127.0.0.1', port } }
    t.match(await refused(client.appendToStream('a-1', event(0))), refusal)
    await client.appendToStream('a-1', event(0))
    t.same(await revisions(connect(t, leader.url), 'a-1'), [0n])
    const reader = connect(t, server.url)
    t.match(await refused(revisions(reader, 'a-1', { requiresLeader: true })), refusal)
    const follower = connect(t, server.url)
    t.match(await refused(revisions(follower, 'a-1')), { type: 'stream-not-found' }, 'reads are served')
  },
})

t.test('not ready may also be an answer in the batch, which leaves its stream open', async (t) => {
  const { server, client } = await startPair(t)
  await client.appendToStream('a-1', event(0))
  server.faults.notReady({ batches: 'reply' })
  const message = 'Could not recognize Server Is Not Ready'
  t.match(await refused(client.appendToStream('a-1', event(1))), { type: 'unknown', message })
  server.faults.ready()
  t.match(await client.appendToStream('a-1', event(1)), { nextExpectedRevision: 1n })
})

t.test('a client with several hosts finds the leader by gossip', async (t) => {
  const [follower, leader] = [await startServer(t), await startServer(t)]
  follower.faults.notLeader({ host: '127.0.0.1', port: leader.port })
  const client = connect(t, `esdb://127.0.0.1:${follower.port},localhost:${follower.port}?tls=false`)
  t.match(await client.appendToStream('a-1', event(0)), { success: true })
  t.same(await revisions(connect(t, leader.url), 'a-1'), [0n])
})

t.test('subscriptions are killed: after so many events, at once, and by shutting down', async (t) => {
  const { server, client } = await startPair(t)
  await client.appendToStream('a-1', events(200))
  const unavailable = [{ type: 'unavailable', code: status.UNAVAILABLE }]
  server.faults.killSubscriptions({ after: 50 })
  const early = watch(t, client)
  await early.until('error')
  t.match(early.errors, unavailable)
  t.ok(early.events.length <= 50, 'what was on its way may be lost')
  const live = await watched(t, client)
  t.equal(live.events.length, 200, 'once only')
  t.equal(server.faults.killSubscriptions(), 1)
  await live.until('error')
  t.match(live.errors, unavailable)
  const last = await watched(t, client)
  await server.stop()
  await last.until('error')
  t.match(last.errors, unavailable)
})

t.test('after resuming, the last events are sent again', async (t) => {
  const { server, client } = await startPair(t, { systemEventEvery: 1 })
  for (let n = 0; n < 5; n += 1) await client.appendToStream('a-1', event(n))
  server.faults.resendOnResume(2)
  const fromPosition = (await all(client, 'a-1'))[3]?.position
  if (fromPosition === undefined) throw new Error('no position')
  t.same((await watched(t, client, { fromPosition })).events, ['a-1@2', 'a-1@3', 'a-1@4'])
  t.equal((await watched(t, client)).events.length, 5)
})
