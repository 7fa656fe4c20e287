import { END } from '@eventstore/db-client'
import t from 'tap'
import { OLD_SERVER } from '../settings.js'
import { stubs, subscribed } from './raw.js'
import { all, event, events, refused, startPair } from './support.js'
import { watch } from './watch.js'

const names = (stream: string, from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `${stream}@${from + index}`)

t.test('a subscription confirms first', async (t) => {
  const { server, client } = await startPair(t)
  await client.appendToStream('a-1', events(2))
  const messages = await subscribed(stubs(t, server), 5)
  t.same(
    messages.map((message) => [message.hasConfirmation(), message.hasEvent(), message.hasCaughtUp()]),
    [
      [true, false, false],
      [false, true, false],
      [false, true, false],
      [false, true, false],
      [false, false, true],
    ],
  )
  t.ok(messages[0]?.getConfirmation()?.getSubscriptionId())
})

t.test('a subscription delivers what is on record and then what comes, in order', async (t) => {
  const { client } = await startPair(t)
  await client.appendToStream('a-1', events(100))
  const seen = watch(t, client, { prefixes: ['a-'] })
  for (let n = 0; n < 50; n += 1) await client.appendToStream('a-1', event(n))
  await seen.until(({ events }) => events().length >= 150)
  t.same(seen.events(), names('a-1', 0, 149))
})

t.test('resuming is exclusive', async (t) => {
  const { client } = await startPair(t)
  await client.appendToStream('a-1', events(5))
  const position = (await all(client, 'a-1'))[2]?.event?.position
  const seen = watch(t, client, { prefixes: ['a-'], fromPosition: position ?? END })
  await seen.until(({ count }) => count('caught_up') === 1)
  t.same(seen.events(), names('a-1', 3, 4))
})

t.test('resuming from the head delivers only what comes, and is live at once', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 0 })
  await client.appendToStream('a-1', events(5))
  const position = (await all(client)).at(-1)?.event?.position
  const seen = watch(t, client, { prefixes: ['a-'], fromPosition: position ?? END })
  await seen.until(({ count }) => count('caught_up') === 1)
  t.same(seen.checkpoints(), [], 'there was nothing to catch up')
  await client.appendToStream('a-1', event(5))
  await seen.until(({ events }) => events().length === 1)
  t.same(seen.events(), ['a-1@5'])
})

t.test('a subscription to one stream resumes exclusively and follows it', async (t) => {
  const { client } = await startPair(t)
  await client.appendToStream('a-1', events(3))
  const subscription = client.subscribeToStream('a-1', { fromRevision: 1n })
  const seen: (bigint | undefined)[] = []
  for await (const { event: recorded } of subscription) {
    seen.push(recorded?.revision)
    if (seen.length === 1) await client.appendToStream('a-1', event(3))
    if (seen.length === 2) break
  }
  t.same(seen, [2n, 3n])
})

t.test('caughtUp comes each time the subscription goes live', async (t) => {
  const { client, server } = await startPair(t)
  await client.appendToStream('a-1', events(3))
  const seen = watch(t, client, { prefixes: ['a-'] })
  await seen.until(({ count }) => count('caught_up') === 1)
  await client.appendToStream('a-1', event(3))
  await seen.until(({ events }) => events().length === 4)
  t.equal(seen.count('caught_up'), 1, 'not for what comes while it is live')

  server.faults.slowLive(20)
  await client.appendToStream('a-1', events(100))
  await seen.until(({ count }) => count('caught_up') === 2)
  t.same(seen.events(), names('a-1', 0, 103), 'it fell behind, and lost nothing')
})

t.test('caughtUp is not said by older servers', async (t) => {
  const { client } = await startPair(t, OLD_SERVER)
  await client.appendToStream('a-1', events(3))
  const seen = watch(t, client, { prefixes: ['a-'] })
  await seen.until(({ events }) => events().length === 3)
  await client.appendToStream('a-1', event(3))
  await seen.until(({ events }) => events().length === 4)
  t.equal(seen.count('caught_up'), 0)
  t.same(seen.checkpoints(), [])
})

t.test('a filter lets through streams by prefix, and nothing of the server itself', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 1 })
  for (const stream of ['a-1', 'b-1', 'ab-1', 'a-2', 'c-a-1']) await client.appendToStream(stream, event(0))
  const seen = watch(t, client, { prefixes: ['a-', 'b-'] })
  await seen.until(({ count }) => count('caught_up') === 1)
  t.same(seen.events(), ['a-1@0', 'b-1@0', 'a-2@0'])
})

t.test(
  'without a filter everything is delivered, system events too, and there are no checkpoints',
  async (t) => {
    const { client } = await startPair(t, { systemEventEvery: 1 })
    await client.appendToStream('a-1', event(0))
    const seen = watch(t, client)
    await seen.until(({ count }) => count('caught_up') === 1)
    t.same(seen.events(), ['$user-admin@0', 'a-1@0', '$stats-127.0.0.1:2113@0'])
    t.same(seen.checkpoints(), [])
  },
)

t.test('a subscription to a tombstoned stream fails', async (t) => {
  const { client } = await startPair(t)
  await client.tombstoneStream('a-1')
  const subscription = client.subscribeToStream('a-1')
  const failed = new Promise((_resolve, reject) => subscription.on('error', reject))
  t.match(await refused(failed), { type: 'stream-deleted', streamName: 'a-1' })
})

t.test('a slow reader is waited for and gets everything', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 0 })
  for (let n = 0; n < 20; n += 1) await client.appendToStream(`a-${n}`, events(200))
  let seen = 0
  for await (const _ of client.subscribeToAll()) {
    seen += 1
    if (seen % 500 === 0) await client.appendToStream('b-1', event(seen))
    if (seen === 4001) break
  }
  t.equal(seen, 4001)
})
