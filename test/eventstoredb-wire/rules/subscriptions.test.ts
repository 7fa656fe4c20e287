import { START } from '@eventstore/db-client'
import t from 'tap'
import { until } from '../../support/until.js'
import { OLD_SERVER } from '../settings.js'
import { all, event, events, startPair, type Watch, watch, watched } from './ground.js'

/** A server that writes nothing of its own. */
const QUIET = { systemEventEvery: 0 }
const NONE = { prefixes: ['none-'] }

const names = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `a-1@${from + index}`)

t.test('what is on record comes after the confirmation, then that it is all, then what comes', async (t) => {
  const { client } = await startPair(t, QUIET)
  await client.appendToStream('a-1', events(3))
  const seen = await watched(t, client)
  const caughtUp = ['confirmation', 'event', 'event', 'event', 'checkpoint', 'caughtUp']
  t.same(seen.kinds, caughtUp)
  for (let n = 3; n < 50; n += 1) await client.appendToStream('a-1', event(n))
  await seen.until('event', 50)
  t.same(seen.events, names(0, 49))
  t.equal(seen.kinds.filter((kind) => kind === 'caughtUp').length, 1, 'not for what comes while it is live')
})

t.test('resuming is exclusive, and live at once from the head', async (t) => {
  const { client } = await startPair(t, QUIET)
  await client.appendToStream('a-1', events(5))
  const positions = (await all(client, 'a-1')).map(({ position }) => position)
  t.same((await watched(t, client, { fromPosition: positions[2] ?? START })).events, names(3, 4))
  const atHead = await watched(t, client, { fromPosition: positions[4] ?? START })
  t.same(atHead.checkpoints, [], 'there was nothing to catch up')
  await client.appendToStream('a-1', event(5))
  await atHead.until('event')
  t.same(atHead.events, ['a-1@5'])
})

t.test('a subscription that falls behind catches up again', async (t) => {
  const { client, server } = await startPair(t)
  const seen = await watched(t, client)
  server.faults.slowLive(20)
  await client.appendToStream('a-1', events(100))
  await seen.until('caughtUp', 2)
  t.same(seen.events, names(0, 99), 'and lost nothing')
})

t.test('an older server says neither that it has caught up nor gives a checkpoint there', async (t) => {
  const { client } = await startPair(t, { ...OLD_SERVER, ...QUIET })
  await client.appendToStream('a-1', events(40))
  const seen = watch(t, client, { window: 10 })
  await seen.until('event', 40)
  await client.appendToStream('a-1', event(40))
  await seen.until('event', 41)
  t.notOk(seen.kinds.includes('caughtUp'))
  t.equal(seen.checkpoints.length, 4, 'those of the windows only')
})

t.test('a filter lets through streams by prefix, and nothing of the server itself', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 1 })
  for (const stream of ['a-1', 'b-1', 'ab-1', 'a-2', 'c-a-1']) await client.appendToStream(stream, event(0))
  const { events: seen } = await watched(t, client, { prefixes: ['a-', 'b-'] })
  t.same(seen, ['a-1@0', 'b-1@0', 'a-2@0'])
})

t.test('a slow reader is waited for and gets everything', async (t) => {
  const { client } = await startPair(t, QUIET)
  for (let n = 0; n < 20; n += 1) await client.appendToStream(`a-${n}`, events(200))
  const seen = watch(t, client)
  await seen.until('event', 4_000)
})

t.test('checkpoints come every so many windows while catching up', async (t) => {
  const { client } = await startPair(t, QUIET)
  await client.appendToStream('a-1', events(99))
  for (const [window, interval, expected] of [
    [10, 1, 10],
    [10, 3, 3],
    [50, 1, 2],
  ] as const) {
    const { checkpoints } = await watched(t, client, { ...NONE, window, interval })
    t.equal(checkpoints.length, expected, `${interval} × ${window}`)
  }
})

t.test('checkpoints come every window while live, at the event itself', async (t) => {
  const { client } = await startPair(t, QUIET)
  await client.appendToStream('a-1', event(0))
  const fromPosition = (await all(client)).at(-1)?.position ?? START
  const seen = await watched(t, client, { ...NONE, window: 5, fromPosition })
  for (let n = 0; n < 10; n += 1) await client.appendToStream('a-1', event(n))
  await seen.until('checkpoint', 2)
  const positions = (await all(client, 'a-1')).map(({ position }) => position)
  t.same(seen.checkpoints, [positions[5], positions[10]], 'counted from when it went live')
})

t.test(
  'from 24.2 to 24.10 the checkpoint at the end of catch-up is the place of what came last',
  async (t) => {
    const { client } = await startPair(t, QUIET)
    const { position } = await client.appendToStream('a-1', events(3))
    await client.appendToStream('b-1', events(3))
    t.same((await watched(t, client)).checkpoints, [position], 'an event')
    const resumed = await watched(t, client, { ...NONE, ...(position && { fromPosition: position }) })
    t.same(resumed.checkpoints, [position], 'or where it was resumed')
  },
)

t.test('when nothing came first, that checkpoint is no position, and no other comes after it', async (t) => {
  const { client } = await startPair(t, QUIET)
  const seen = await watched(t, client, { window: 1 })
  const none = await watched(t, client, { window: 8 })
  t.same(none.checkpoints, [{ commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n }])
  await client.appendToStream('b-1', events(20))
  await client.appendToStream('a-1', events(20))
  await Promise.all([seen, none].map((one) => one.until('event', 20)))
  t.equal(none.checkpoints.length, 1, 'every other is lower')
  t.ok(seen.checkpoints.length > 20, 'as they come when the window has sent one before')
})

t.test('a checkpoint may carry a lower prepare position, where the next record will stand', async (t) => {
  const { client } = await startPair(t, QUIET)
  await client.appendToStream('a-1', events(3))
  // The server's first event and these three fill the window.
  const [checkpoint] = (await watched(t, client, { window: 4 })).checkpoints
  const { commit = 0n, prepare = 0n } = checkpoint ?? {}
  const { position } = await client.appendToStream('a-1', event(3))
  t.equal(commit, position?.commit)
  t.ok(prepare < commit)
  const resumedAt = (fromPosition: { commit: bigint; prepare: bigint }): Promise<Watch> =>
    watched(t, client, { fromPosition })
  t.same((await resumedAt({ commit, prepare })).events, ['a-1@3'], 'the record that stands there comes')
  t.same((await resumedAt({ commit, prepare: commit })).events, [], 'with the commit for both it does not')
})

t.test('checkpoints never go back, and resuming from any of them loses nothing', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 3 })
  for (let n = 0; n < 60; n += 1) await client.appendToStream(n % 4 === 0 ? 'a-1' : 'b-1', event(n))
  const { kinds, checkpoints, events: whole } = await watched(t, client, { window: 3 })
  t.ok(checkpoints.length > 10)
  const places = kinds.flatMap((kind, index) => (kind === 'checkpoint' ? [index] : []))
  for (const [index, fromPosition] of checkpoints.entries()) {
    const before = kinds.slice(0, places[index]).filter((kind) => kind === 'event').length
    t.same((await watched(t, client, { fromPosition })).events, whole.slice(before))
  }
  const commits = checkpoints.map(({ commit }) => commit)
  t.same(
    commits,
    commits.toSorted((a, b) => (a < b ? -1 : 1)),
  )
})

t.test('checkpoints run ahead of what the reader has handled', async (t) => {
  const { server, client } = await startPair(t)
  await client.appendToStream('a-1', events(10))
  server.faults.eagerCheckpoints(true)
  const second = (await all(client, 'a-1'))[1]?.position.commit ?? 0n
  const { checkpoints } = await watched(t, client)
  await until(() => checkpoints.some(({ commit }) => commit > second), 'a checkpoint beyond the second event')
})
