import { statuses } from '@ecmr/domain'
import { listNotes } from '@ecmr/read-models'
import fc from 'fast-check'
import t from 'tap'
import { anyCommand } from './any-command.js'
import { acme, rival } from './notes.js'
import { runningScene } from './running.js'

t.test('after any sequence of events the counters are what counting the notes gives', async (t) => {
  const { writer, pool, caughtUp } = await runningScene(t)
  const notes: string[] = []
  const property = fc.asyncProperty(
    fc.array(fc.record({ note: fc.nat({ max: 11 }), command: anyCommand }), { minLength: 5, maxLength: 40 }),
    async (steps) => {
      for (const { note, command } of steps) {
        const id = notes[note] ?? (await writer.create({ company: note % 3 === 0 ? rival : acme })).id
        if (!notes.includes(id)) notes.push(id)
        await writer.trySend(id, [command])
      }
      await caughtUp()
      const { rows } = await pool.query(`
        with counted as (
          select company_id, cancelled, status, coalesce(pickup_date, '-infinity') as pickup_date, count(*) as notes
          from rm_list.notes
          group by grouping sets ((company_id, cancelled, status, pickup_date), (company_id, cancelled, status))
        )
        (table counted except select * from rm_list.counters where notes <> 0)
        union all
        (select * from rm_list.counters where notes <> 0 except table counted)`)
      return rows.length === 0
    },
  )
  await fc.assert(property, { numRuns: 25, endOnFailure: true })

  for (const status of statuses) {
    const { total, items } = await listNotes(pool, acme, { limit: 100, status, includeCancelled: true })
    t.equal(total, items.length, status)
  }
})
