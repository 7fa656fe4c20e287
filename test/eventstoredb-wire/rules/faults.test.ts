import { setTimeout as delay } from 'node:timers/promises'
import { NO_STREAM, streamNameFilter } from '@eventstore/db-client'
import t from 'tap'
import { all, event, events, onBothPaths, refused, revisions, startPair } from './support.js'
import { watch } from './watch.js'

onBothPaths(
  t,
  'the reply is dropped after the commit: the repeat finds it written',
  async (t, { server, client }) => {
    server.faults.dropReplies(1)
    const written = event(0)
    t.match(await refused(client.appendToStream('a-1', written, { expectedRevision: NO_STREAM })), {
      code: 14,
    })
    const repeated = await client.appendToStream('a-1', written, { expectedRevision: NO_STREAM })
    t.match(repeated, { nextExpectedRevision: 0n, position: (await all(client, 'a-1'))[0]?.event?.position })
    t.same(await revisions(client, 'a-1'), [0n])
  },
)

t.test('the reply is dropped in silence: Append ends at its deadline', async (t) => {
  const { server, client } = await startPair(t, { batchAppend: false })
  server.faults.dropReplies(1, 'silence')
  t.match(await refused(client.appendToStream('a-1', event(0), { deadline: 1000 })), {
    type: 'deadline-exceeded',
  })
  t.same(await revisions(client, 'a-1'), [0n])
})

t.test('the reply is dropped in silence: BatchAppend waits without end, whatever the deadline', async (t) => {
  const { server, client } = await startPair(t)
  server.faults.dropReplies(1, 'silence')
  const waiting = client.appendToStream('a-1', event(0), { deadline: 500 }).catch(() => 'ended by the test')
  t.equal(await Promise.race([waiting, delay(800, 'still waiting')]), 'still waiting')
  t.match(await client.appendToStream('a-1', event(1)), { nextExpectedRevision: 1n }, 'others are answered')
})

onBothPaths(t, 'replies come late, and not one after the other', async (t, { server, client }) => {
  await client.appendToStream('a-1', event(0))
  server.faults.delayReplies(300)
  const began = Date.now()
  await Promise.all(events(10).map((one) => client.appendToStream('a-1', one)))
  t.ok(Date.now() - began >= 295)
  t.ok(Date.now() - began < 2500)
})

onBothPaths(
  t,
  'a server that hangs accepts and never answers, until it goes on',
  async (t, { server, client }) => {
    await client.appendToStream('a-1', event(0))
    server.faults.hang()
    const appending = client.appendToStream('a-1', event(1), { deadline: 5000 })
    const reading = revisions(client, 'a-1')
    t.equal(await Promise.race([appending, reading, delay(200, 'nothing')]), 'nothing')
    server.faults.resume()
    t.match(await appending, { nextExpectedRevision: 1n })
    t.match(await reading, [0n])
  },
)

t.test('a subscription is killed in the middle', async (t) => {
  const { server, client } = await startPair(t)
  await client.appendToStream('a-1', events(200))
  for (const as of ['UNAVAILABLE', 'CANCELLED'] as const) {
    server.faults.killSubscriptions({ after: 50, as })
    const seen = watch(t, client, { prefixes: ['a-'] })
    await seen.until(({ count }) => count('error') === 1)
    t.match(seen.seen.at(-1), { error: { type: as.toLowerCase() } })
    t.ok(seen.events().length <= 50, 'what was on its way may be lost')
  }
  const seen = watch(t, client, { prefixes: ['a-'] })
  await seen.until(({ count }) => count('caught_up') === 1)
  t.equal(seen.events().length, 200, 'once only')
})

t.test('live subscriptions are killed at once', async (t) => {
  const { server, client } = await startPair(t)
  const seen = watch(t, client)
  await seen.until(({ count }) => count('caught_up') === 1)
  t.equal(server.faults.killSubscriptions(), 1)
  await seen.until(({ count }) => count('error') === 1)
  t.match(seen.seen.at(-1), { error: { type: 'unavailable' } })
})

onBothPaths(
  t,
  'connections are cut, which cancels what is under way, and new ones accepted',
  async (t, { server, client }) => {
    const seen = watch(t, client, { prefixes: ['a-'] })
    await seen.until(({ count }) => count('caught_up') === 1)
    await client.appendToStream('a-1', event(0))
    server.faults.dropReplies(1, 'silence')
    const waiting = refused(client.appendToStream('a-1', event(1)))
    await seen.until(({ events }) => events().length === 2)
    server.faults.cutConnections()
    t.match(await waiting, { code: 1 })
    await seen.until(({ count }) => count('error') === 1)
    t.match(await client.appendToStream('a-1', event(2)), { nextExpectedRevision: 2n })
  },
)

t.test('after resuming, the last events are sent again', async (t) => {
  const { server, client } = await startPair(t, { systemEventEvery: 1 })
  for (let n = 0; n < 5; n += 1) await client.appendToStream('a-1', event(n))
  server.faults.resendOnResume(2)
  const position = (await all(client, 'a-1'))[3]?.event?.position
  if (position === undefined) throw new Error('no position')
  const resumed = watch(t, client, { prefixes: ['a-'], fromPosition: position })
  await resumed.until(({ count }) => count('caught_up') === 1)
  t.same(resumed.events(), ['a-1@2', 'a-1@3', 'a-1@4'])

  const fromStart = watch(t, client, { prefixes: ['a-'] })
  await fromStart.until(({ count }) => count('caught_up') === 1)
  t.equal(fromStart.events().length, 5)
})

t.test('live events come late', async (t) => {
  const { server, client } = await startPair(t)
  const seen = watch(t, client, { prefixes: ['a-'] })
  await seen.until(({ count }) => count('caught_up') === 1)
  server.faults.slowLive(50)
  const began = Date.now()
  await client.appendToStream('a-1', events(3))
  await seen.until(({ events }) => events().length === 3)
  t.ok(Date.now() - began >= 145)
})

t.test('checkpoints run ahead of what the reader has handled', async (t) => {
  const { server, client } = await startPair(t)
  await client.appendToStream('a-1', events(10))
  server.faults.eagerCheckpoints(true)
  let told = 0n
  const filter = streamNameFilter({
    prefixes: ['a-'],
    checkpointReached: async (_subscription, { commit }) => {
      told = commit
    },
  })
  for await (const { event: recorded } of client.subscribeToAll({ filter })) {
    while (told <= (recorded?.position?.commit ?? 0n)) await delay(5)
    t.equal(recorded?.revision, 0n)
    await delay(50)
    const second = (await all(client, 'a-1'))[1]?.event?.position?.commit ?? 0n
    t.ok(told > second, 'the first event is being handled, the checkpoint is beyond the second')
    break
  }
})
