import { dueNotes, notesPerDay } from '@ecmr/read-models'
import t from 'tap'
import { acme, rival } from './notes.js'
import { scene } from './running.js'

t.test('what is due: pickups and deliveries that are late, and those of today', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
  const note = async (pickup_date: string, delivery_date: string, to?: 'in_transit' | 'delivered') => {
    const { id } = await writer.create({ fields: { pickup_date, delivery_date } })
    if (to) await writer.send(id, [{ type: 'change_status', to, reason: 'Almacén cerrado' }])
    return id
  }
  const later = await note('2026-11-20', '2026-11-25')
  const latest = await note('2026-11-02', '2026-11-25')
  const pickup = await note('2026-11-21', '2026-11-25')
  const lateDelivery = await note('2026-11-18', '2026-11-20', 'in_transit')
  const delivery = await note('2026-11-20', '2026-11-21', 'in_transit')
  await note('2026-11-22', '2026-11-25')
  await note('2026-11-18', '2026-11-22', 'in_transit')
  await note('2026-11-18', '2026-11-20', 'delivered')
  await writer.send(await note('2026-11-01', '2026-11-02'), [{ type: 'cancel', reason: 'Anulado' }])
  await writer.create({ company: rival, fields: { pickup_date: '2026-11-01' } })
  await caughtUp()

  const due = await dueNotes(pool, acme, '2026-11-21', { most: 5 })
  const ids = ({ items }: { readonly items: readonly { readonly id: string }[] }) => items.map(({ id }) => id)
  t.same(ids(due.latePickups), [latest, later], 'longest overdue first')
  t.same(ids(due.pickupsToday), [pickup])
  t.same(ids(due.lateDeliveries), [lateDelivery])
  t.same(ids(due.deliveriesToday), [delivery])
  t.equal(due.isComplete, true)
  const one = await dueNotes(pool, acme, '2026-11-21', { most: 1 })
  t.same([ids(one.latePickups), one.latePickups.total], [[latest], 2], 'a few, and how many there are')
})

t.test('notes per day begin and end with the company’s day, and days without any are there', async (t) => {
  const { writer, pool, run, caughtUp } = await scene(t)
  run()
  // half past midnight in Madrid, half an hour before midnight in London
  const { id } = await writer.create({ at: '2026-11-19T23:30:00.000Z' })
  const delivered = { type: 'change_status', to: 'delivered', reason: 'Almacén cerrado' } as const
  await writer.send(id, [delivered], '2026-11-21T10:00:00.000Z')
  await writer.create({ company: rival, at: '2026-11-20T10:00:00.000Z' })
  await caughtUp()
  const days = (timeZone: string) => notesPerDay(pool, acme, { lastDay: '2026-11-21', days: 3, timeZone })
  t.same(await days('Europe/Madrid'), [
    { day: '2026-11-19', created: 0, delivered: 0 },
    { day: '2026-11-20', created: 1, delivered: 0 },
    { day: '2026-11-21', created: 0, delivered: 1 },
  ])
  t.match((await days('Europe/London'))[0], { day: '2026-11-19', created: 1 })
})
