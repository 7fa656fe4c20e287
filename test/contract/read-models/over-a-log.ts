import { rebuildProjections } from '@ecmr/projections'
import { listNotes, projections, trackNote } from '@ecmr/read-models'
import type { Test } from 'tap'
import { acme } from '../../read-models/notes.js'
import { equalsReplay, oneLife, type Scene, statusOf } from '../../read-models/running.js'

const NOTES = 50

/** What read models must be over any log. Run it on each adapter of the event store. */
export async function readModelsOverALog(t: Test, open: (t: Test) => Promise<Scene>): Promise<void> {
  await t.test('read models are what a fresh replay makes', async (t) => {
    const at = await open(t)
    at.run()
    await Promise.all(Array.from({ length: NOTES }, () => oneLife(at)))
    await at.caughtUp()
    const delivered = await listNotes(at.pool, acme, { limit: 100, status: 'delivered' })
    t.match(delivered, { total: NOTES, hasMore: false })
    await equalsReplay(t, at)
    for (const status of await statusOf(at)) {
      t.match(status, { state: 'up_to_date', lag_events: 0, problem: null })
    }
  })

  await t.test('a rebuild loses nothing while events keep arriving', async (t) => {
    const at = await open(t)
    at.run()
    for (let i = 0; i < 20; i++) await oneLife(at)
    const rebuilt = new AbortController()
    const writing = (async () => {
      while (!rebuilt.signal.aborted) {
        const { number } = await oneLife(at)
        await at.caughtUp()
        t.equal((await trackNote(at.pool, number))?.status, 'delivered')
      }
    })()
    await rebuildProjections({ ...at, projections })
    rebuilt.abort()
    await writing
    await at.caughtUp()
    await equalsReplay(t, at)
  })
}
