import { setTimeout } from 'node:timers/promises'
import { parkedEvents, tidyOnce } from '@ecmr/projections'
import { listProjection, projections, trackingProjection } from '@ecmr/read-models'
import t from 'tap'
import { equalsReplay, oneLife, type Scene, scene, someNotes, until } from './running.js'

const allButList = projections.map(({ name }) => name).filter((name) => name !== 'list')

/** The transactions that wrote the newest rows of a note, and the checkpoints of what follows notes. */
async function writers({ pool }: Scene, id: string): Promise<readonly string[]> {
  const { rows } = await pool.query<{ xmin: string }>(
    `select xmin::text from rm_list.notes where id = $1
     union all select xmin::text from rm_states.intervals where id = $1 and valid_to = 'infinity'
     union all select xmin::text from rm_history.events where ecmr_id = $1
     union all select s.xmin::text from rm_tracking.shipments s join rm_list.notes n using (ecmr_number) where n.id = $1
     union all select xmin::text from projections.checkpoints where name <> 'reads'`,
    [id],
  )
  return rows.map(({ xmin }) => xmin)
}

t.test('what all projections make of a batch, and their checkpoints, are one transaction', async (t) => {
  const at = await scene(t)
  at.run()
  // Until they have found each other at the end of the log, some read by themselves.
  await until(async () => {
    const { id } = await at.writer.create()
    await at.caughtUp()
    const transactions = await writers(at, id)
    // Five rows, and a checkpoint of each projection but `reads`.
    return transactions.length === 5 + projections.length - 1 && new Set(transactions).size === 1
  })
  await oneLife(at)
  await at.caughtUp()
  await equalsReplay(t, at)
})

t.test('texts that are changed while they move to the index are not lost', async (t) => {
  const at = await scene(t)
  const restless: typeof listProjection = {
    ...listProjection,
    async tidy(db, schema) {
      const { rowCount } = await db.query(`with moved as (delete from ${schema}.search returning *)
        insert into ${schema}.search_recent select * from moved`)
      if (rowCount === 0) await listProjection.tidy?.(db, schema)
      return { hasChanged: true, hasMore: false }
    },
  }
  at.run()
  const ids: string[] = []
  for (let i = 0; i < 30; i++) ids.push((await at.writer.create()).id)
  await at.caughtUp()
  const written = new AbortController()
  const tidying = (async () => {
    while (!written.signal.aborted) {
      await tidyOnce(at.pool, restless)
      await setTimeout(Math.random() * 4)
    }
  })()
  for (let round = 0; round < 10; round++)
    for (const id of ids) {
      await at.writer.send(id, [{ type: 'edit', changes: { sender_city: `Jerez ${round}` } }])
      await at.caughtUp()
    }
  written.abort()
  await tidying
  await equalsReplay(t, at)
})

t.test('one whose checkpoint is locked holds up no other, and goes on once it is free', async (t) => {
  const at = await scene(t)
  at.run()
  await someNotes(at, 1)
  await at.caughtUp()
  const holder = await at.pool.connect()
  await holder.query(`begin; select from projections.checkpoints where name = 'list' for update`)
  await someNotes(at, 3)
  await at.caughtUp(allButList)
  const { rows } = await at.pool.query('select count(*) as count from rm_list.notes')
  t.equal(rows[0]?.count, 1)
  t.ok(at.warnings.includes('projections cannot be written together; each is written alone'))
  await holder.query('rollback')
  holder.release()
  await at.caughtUp()
  await equalsReplay(t, at)
})

t.test('a retry of parked events between two batches is noticed by its fence', async (t) => {
  const at = await scene(t)
  at.run()
  const first = await at.writer.create()
  await at.caughtUp()
  const second = await at.writer.create({ number: first.number })
  await at.caughtUp()
  await at.pool.query('delete from rm_tracking.shipments where ecmr_number = $1', [first.number])
  t.match(await parkedEvents.retry(at.pool, at.store, trackingProjection, second.stream), { applied: 1 })
  await at.writer.send(second.id, [{ type: 'change_status', to: 'assigned' }])
  await at.caughtUp()
  const { rows } = await at.pool.query(`select view->>'status' as status from rm_tracking.shipments`)
  t.same(rows, [{ status: 'assigned' }])
})
