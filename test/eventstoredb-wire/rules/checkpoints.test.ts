import { START } from '@eventstore/db-client'
import t from 'tap'
import { OLD_SERVER } from '../settings.js'
import { all, event, events, startPair } from './support.js'
import { watch } from './watch.js'

const NOBODYS = { prefixes: ['nobody-'] }

t.test('filtered checkpoints come every window while catching up', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 0, checkpointAtEndOfCatchUp: 'none' })
  await client.appendToStream('a-1', events(99))
  for (const [window, interval, expected] of [
    [10, 1, 10],
    [10, 3, 3],
    [50, 1, 2],
    [200, 1, 0],
  ] as const) {
    const seen = watch(t, client, { ...NOBODYS, window, interval })
    await seen.until(({ count }) => count('caught_up') === 1)
    t.equal(seen.checkpoints().length, expected, `${interval} × ${window}`)
  }
})

t.test('filtered checkpoints come every window while live, at the event itself', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 0, checkpointAtEndOfCatchUp: 'last-considered' })
  const seen = watch(t, client, { ...NOBODYS, window: 5 })
  await seen.until(({ count }) => count('caught_up') === 1)
  const before = seen.checkpoints().length
  for (let n = 0; n < 10; n += 1) await client.appendToStream('a-1', event(n))
  await seen.until(({ checkpoints }) => checkpoints().length === before + 2)
  const positions = (await all(client)).map(({ event: recorded }) => recorded?.position)
  t.same(seen.checkpoints().slice(before), [positions[5], positions[10]], 'counted from when it went live')
})

t.test('a checkpoint comes at the end of catch-up on newer servers', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 0 })
  await client.appendToStream('a-1', events(3))
  const seen = watch(t, client, { prefixes: ['a-'] })
  await seen.until(({ count }) => count('caught_up') === 1)
  t.same(
    seen.seen.map(({ kind }) => kind),
    ['confirmation', 'event', 'event', 'event', 'checkpoint', 'caught_up'],
  )
})

t.test(
  'from 24.2 to 24.10 the checkpoint at the end of catch-up is the place of what came last',
  async (t) => {
    const { client } = await startPair(t, { systemEventEvery: 0 })
    const { position } = await client.appendToStream('a-1', events(3))
    await client.appendToStream('b-1', events(3))
    const seen = watch(t, client, { prefixes: ['a-'] })
    await seen.until(({ count }) => count('caught_up') === 1)
    t.same(seen.checkpoints(), [position], 'an event')
    const resumed = watch(t, client, { ...NOBODYS, ...(position && { fromPosition: position }) })
    await resumed.until(({ count }) => count('caught_up') === 1)
    t.same(resumed.checkpoints(), [position], 'or where it was resumed')
  },
)

t.test('when nothing came first, that checkpoint is no position, and no other comes after it', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 0 })
  const seen = watch(t, client, { prefixes: ['a-'], window: 1 })
  await seen.until(({ count }) => count('caught_up') === 1)
  const none = watch(t, client, { prefixes: ['a-'], window: 8 })
  await none.until(({ count }) => count('caught_up') === 1)
  t.same(none.checkpoints(), [{ commit: 2n ** 64n - 1n, prepare: 2n ** 64n - 1n }])
  await client.appendToStream('b-1', events(20))
  await client.appendToStream('a-1', events(20))
  await Promise.all([seen, none].map((one) => one.until(({ events }) => events().length === 20)))
  t.equal(none.checkpoints().length, 1, 'every other is lower')
  t.ok(seen.checkpoints().length > 20, 'as they come when the window has sent one before')
})

t.test('no checkpoint comes at the end of catch-up on older servers', async (t) => {
  const { client } = await startPair(t, { ...OLD_SERVER, systemEventEvery: 0 })
  await client.appendToStream('a-1', events(40))
  const seen = watch(t, client, { prefixes: ['a-'], window: 10 })
  await seen.until(({ events }) => events().length === 40)
  await client.appendToStream('a-1', event(40))
  await seen.until(({ events }) => events().length === 41)
  t.equal(seen.checkpoints().length, 4, 'those of the windows only')
})

t.test(
  'a checkpoint may carry a prepare position lower than the commit position, where the next record will stand',
  async (t) => {
    const { client } = await startPair(t, {
      checkpointAtEndOfCatchUp: 'last-considered',
      systemEventEvery: 0,
    })
    await client.appendToStream('a-1', events(3))
    const first = watch(t, client, { prefixes: ['a-'] })
    await first.until(({ count }) => count('caught_up') === 1)
    const checkpoint = first.checkpoints().at(-1) ?? { commit: 0n, prepare: 0n }
    const { position } = await client.appendToStream('a-1', event(3))
    t.equal(checkpoint.commit, position?.commit)
    t.ok(checkpoint.prepare < checkpoint.commit)

    const resumed = watch(t, client, { prefixes: ['a-'], fromPosition: checkpoint })
    await resumed.until(({ count }) => count('caught_up') === 1)
    t.same(
      resumed.events(),
      ['a-1@3'],
      'resuming there delivers the record that stands at the commit position',
    )

    const skipping = watch(t, client, {
      prefixes: ['a-'],
      fromPosition: { commit: checkpoint.commit, prepare: checkpoint.commit },
    })
    await skipping.until(({ count }) => count('caught_up') === 1)
    t.same(skipping.events(), [], 'taking the commit position for both skips it')
  },
)

t.test('checkpoints may also stand at the last record considered', async (t) => {
  const { client } = await startPair(t, {
    checkpoints: 'last-record',
    checkpointAtEndOfCatchUp: 'last-considered',
    systemEventEvery: 0,
  })
  await client.appendToStream('a-1', events(3))
  const seen = watch(t, client, NOBODYS)
  await seen.until(({ count }) => count('caught_up') === 1)
  t.same(seen.checkpoints(), [(await all(client)).at(-1)?.event?.position])
})

t.test('a checkpoint may lie beyond the last event that the filter lets through', async (t) => {
  const { client } = await startPair(t, {
    checkpointAtEndOfCatchUp: 'last-considered',
    systemEventEvery: 0,
  })
  const { position } = await client.appendToStream('a-1', events(3))
  await client.deleteStream('b-1')
  const seen = watch(t, client, { prefixes: ['a-'] })
  await seen.until(({ count }) => count('caught_up') === 1)
  t.ok((seen.checkpoints().at(-1)?.commit ?? 0n) > (position?.commit ?? 0n) + 200n)
})

t.test('checkpoints never go back, and resuming from any of them loses nothing', async (t) => {
  const { client } = await startPair(t, { systemEventEvery: 3 })
  for (let n = 0; n < 60; n += 1) await client.appendToStream(n % 4 === 0 ? 'a-1' : 'b-1', event(n))
  const whole = watch(t, client, { prefixes: ['a-'], window: 3, fromPosition: START })
  await whole.until(({ count }) => count('caught_up') === 1)
  const checkpoints = whole.checkpoints()
  t.ok(checkpoints.length > 10)
  for (const checkpoint of checkpoints) {
    const index = whole.seen.findIndex((one) => one.kind === 'checkpoint' && one.position === checkpoint)
    const before = whole.seen.slice(0, index).filter(({ kind }) => kind === 'event').length
    const resumed = watch(t, client, { prefixes: ['a-'], fromPosition: checkpoint })
    await resumed.until(({ count }) => count('caught_up') === 1)
    t.same(resumed.events(), whole.events().slice(before))
  }
  t.same(
    checkpoints.map(({ commit }) => commit),
    checkpoints.map(({ commit }) => commit).toSorted((a, b) => (a < b ? -1 : 1)),
  )
})
