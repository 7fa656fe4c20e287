import { whichToKeep } from '@ecmr/backup'
import t from 'tap'

const DAY_MS = 86_400_000
const NEWEST = Date.parse('2026-11-27T03:00:00Z')

/** One backup a day, the newest first; ids are days of age. */
const daily = (days: number) =>
  Array.from({ length: days }, (_, age) => ({ id: String(age), at: new Date(NEWEST - age * DAY_MS) }))

t.test('7 daily, 4 weekly and 12 monthly ones are kept', async (t) => {
  const kept = [...whichToKeep(daily(800))].map(Number).sort((a, b) => a - b)
  t.same(kept.slice(0, 7), [0, 1, 2, 3, 4, 5, 6])
  // 27 November 2026 is a Friday: the newest of earlier weeks are Sundays.
  for (const sunday of [5, 12, 19]) t.ok(kept.includes(sunday), `the Sunday ${sunday} days ago`)
  const lastDays = kept.map((age) => new Date(NEWEST - age * DAY_MS).toISOString().slice(0, 10)).slice(-11)
  t.same(lastDays, [
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
    '2026-07-31',
    '2026-06-30',
    '2026-05-31',
    '2026-04-30',
    '2026-03-31',
    '2026-02-28',
    '2026-01-31',
    '2025-12-31',
  ])
  t.equal(kept.length, 7 + 2 + 11, 'one may count for a day, a week and a month')
})

t.test('of several of one day the newest is kept', async (t) => {
  const hourly = Array.from({ length: 48 }, (_, age) => ({
    id: String(age),
    at: new Date(NEWEST - age * 3_600_000),
  }))
  t.same([...whichToKeep(hourly)], ['0', '4', '28'])
})

t.test('the newest is kept however old it is, and nothing is kept of nothing', async (t) => {
  t.same([...whichToKeep([{ id: 'old', at: new Date(0) }])], ['old'])
  t.same([...whichToKeep([])], [])
})
