import { decide, replay } from '@ecmr/domain'
import t from 'tap'
import { create, edit, report, reserve, resolve, sign } from '../asks.js'
import { context } from '../given.js'

// Notes are folded on every read, without snapshots; this is the figure which that decision rests on.
t.test('a note of fifty events is folded in well under a millisecond', async (t) => {
  const commands = [create(), sign('sender'), sign('carrier')]
  for (let n = 0; n < 12; n++) {
    commands.push(report({}, `incident-${n}`), resolve('continue', { incident_id: `incident-${n}` }))
    commands.push(reserve('carrier', `reservation-${n}`), edit({ delivery_city: `Lyon ${n}` }, 'redirected'))
  }
  const made = decide(null, commands, context)
  if (!made.ok) throw new Error(made.refusal.detail)
  const recorded = made.events
    .slice(0, 50)
    .map(({ type, at, data }) => ({ type, data, metadata: { recorded_at: at } }))
  t.equal(recorded.length, 50)

  const times = Array.from({ length: 400 }, () => elapsed(() => replay(recorded))).toSorted((a, b) => a - b)
  const median = times[200] ?? Number.POSITIVE_INFINITY
  t.comment(`median ${(median / 1000).toFixed(0)} µs`)
  t.ok(median < 1_000_000)
})

function elapsed(work: () => unknown): number {
  const started = process.hrtime.bigint()
  work()
  return Number(process.hrtime.bigint() - started)
}
