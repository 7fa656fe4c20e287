import { checkReadModels, rebuildProjections } from '@ecmr/projections'
import { listNotes, listProjection, projections } from '@ecmr/read-models'
import t, { type Test } from 'tap'
import { MemoryEventStore, WITH_HOLES } from '../support/memory-event-store.js'
import { acme } from './notes.js'
import { equalsReplay, type Scene, scene, statusOf, until } from './running.js'

const SENTENCE =
  /^The read model \w+ has seen events that the event log does not hold: .*run "ecmr store reconcile", then "ecmr projections rebuild all"\.$/

interface Restorable {
  readonly at: Scene
  readonly log: MemoryEventStore
}

async function restorable(t: Test, log = new MemoryEventStore()): Promise<Restorable> {
  return { at: await scene(t, async () => log), log }
}

async function someNotes({ writer }: Scene, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await writer.create()
}

async function allStopped({ pool, store }: Scene): Promise<void> {
  await until(async () => (await statusOf({ pool, store })).every(({ state }) => state === 'stopped'))
}

for (const [kind, numbering] of Object.entries({ 'without holes': undefined, 'with holes': WITH_HOLES })) {
  t.test(`read models that have seen more than a log ${kind} which was restored`, async (t) => {
    await t.test('stand still while they run, say so, and go on once they are made anew', async (t) => {
      const { at, log } = await restorable(t, new MemoryEventStore(numbering))
      at.run()
      await someNotes(at, 6)
      await at.caughtUp()
      log.cutOff(2)
      await allStopped(at)
      // More than were lost: their positions lie beyond the checkpoints.
      await someNotes(at, 5)
      for (const status of await statusOf(at)) t.match(status, { state: 'stopped', problem: SENTENCE })
      await t.rejects(checkReadModels(at.pool, at.store, projections), SENTENCE)
      t.equal((await listNotes(at.pool, acme, { limit: 1 })).total, 6, 'nothing was projected')

      await rebuildProjections({ ...at, projections })
      await someNotes(at, 1)
      await at.caughtUp()
      await checkReadModels(at.pool, at.store, projections)
      t.equal((await listNotes(at.pool, acme, { limit: 1 })).total, 10)
      await equalsReplay(t, at)
    })

    await t.test('do not begin when they are started', async (t) => {
      const { at, log } = await restorable(t, new MemoryEventStore(numbering))
      const first = at.run()
      await someNotes(at, 6)
      await at.caughtUp()
      first.abort()
      log.cutOff(2)
      await someNotes(at, 5)
      at.run()
      for (const status of await statusOf(at)) t.match(status, { problem: SENTENCE })
      await allStopped(at)
      t.equal((await listNotes(at.pool, acme, { limit: 1 })).total, 6)
    })

    await t.test('when only events of other categories are gone, too', async (t) => {
      const { at, log } = await restorable(t, new MemoryEventStore(numbering))
      at.run([listProjection])
      await someNotes(at, 2)
      const [event] = await at.store.readAll({ after: '', limit: 1 })
      if (!event) throw new Error('nothing was written')
      await at.store.append('company-1', 'no_stream', [{ ...event, type: 'CompanyRegistered' }])
      await at.caughtUp(['list'])
      log.cutOff(1)
      const isStopped = async (): Promise<boolean> =>
        (await statusOf(at)).some(({ problem }) => problem !== null)
      await until(isStopped)
      await someNotes(at, 2)
      t.equal((await listNotes(at.pool, acme, { limit: 1 })).total, 2)
    })
  })
}

t.test('a checkpoint from before events were remembered is stopped beyond the end of the log', async (t) => {
  const { at, log } = await restorable(t)
  const runner = at.run()
  await someNotes(at, 3)
  await at.caughtUp()
  runner.abort()
  await at.pool.query('update projections.checkpoints set seen = null')
  await checkReadModels(at.pool, at.store, projections)
  log.cutOff(1)
  await t.rejects(checkReadModels(at.pool, at.store, projections), SENTENCE)
})

t.test('a position that a former version moved on alone is followed from there', async (t) => {
  const { at } = await restorable(t)
  const runner = at.run()
  await someNotes(at, 3)
  await at.caughtUp()
  runner.abort()
  await someNotes(at, 1)
  await at.pool.query('update projections.checkpoints set position = $1', [await at.store.head()])
  await checkReadModels(at.pool, at.store, projections)
  at.run()
  await someNotes(at, 1)
  await at.caughtUp()
  t.equal((await listNotes(at.pool, acme, { limit: 1 })).total, 4, 'all but the one that was passed over')
})
