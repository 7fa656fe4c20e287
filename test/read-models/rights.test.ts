import { limitRole, openPool } from '@ecmr/postgres'
import { dropOld, rebuildProjections } from '@ecmr/projections'
import { listNotes, projections, readingRights, trackNote } from '@ecmr/read-models'
import t from 'tap'
import { rolesGround } from '../postgres/roles.js'
import { acme } from './notes.js'
import { scene } from './running.js'

const names = projections.map(({ name }) => name)

t.test('a read-only role can read the read models during and after a rebuild', async (t) => {
  const { name } = await rolesGround(t)
  const at = await scene(t)
  const { pool, url, store } = at
  const role = name('reader')
  await limitRole(pool, role, readingRights)
  const reading = openPool({ url, max: 2, name: 'test', role })
  t.teardown(() => reading.end())
  const { number } = await at.writer.create()
  at.run()
  await at.caughtUp()

  let rebuilt = false
  const rebuilding = (async () => {
    for (let turn = 0; turn < 2; turn++) await rebuildProjections({ pool, url, store, projections })
    rebuilt = true
  })()
  while (!rebuilt) {
    const { total } = await listNotes(reading, acme, { limit: 1 })
    if (total !== 1) t.fail('a note that was there is gone')
  }
  await rebuilding
  t.match(await trackNote(reading, number), { status: 'draft' })
  await dropOld(pool, names)
  t.equal((await listNotes(reading, acme, { limit: 1 })).total, 1)
  await t.rejects(reading.query('delete from rm_list.notes'), { code: '42501' })
  await t.rejects(rebuildProjections({ pool: reading, url, store, projections }), { code: '42501' })
})
