import { type ClockOptions, checkedClock, clockMetrics } from '@ecmr/event-store'
import { Registry } from 'prom-client'
import t, { type Test } from 'tap'
import { until } from '../support/until.js'

const BEGINNING = Date.parse('2026-11-23T08:00:00.000Z')
const DAY_MS = 86_400_000

interface Surroundings {
  /** milliseconds since the machine started */
  ran: number
  wall: number
  reference: number
  roundTrip: number
  isAway: boolean
  /** how often the reference was asked */
  asked: number
}

/** A machine and a database server whose clocks can be set. Time passes only when the test advances it. */
function clocks(t: Test, options: Partial<ClockOptions> = {}) {
  const at: Surroundings = {
    ran: 0,
    wall: BEGINNING,
    reference: BEGINNING,
    roundTrip: 0,
    isAway: false,
    asked: 0,
  }
  const lines: string[] = []
  const say = (_fields: object, message: string): void => void lines.push(message)
  const clock = checkedClock({
    reference: {
      async ask(monotonic) {
        at.asked++
        if (at.isAway) throw new Error('no answer')
        const sentAt = monotonic()
        pass(at.roundTrip)
        return { time: at.reference - at.roundTrip / 2, sentAt, receivedAt: monotonic() }
      },
    },
    wall: () => at.wall,
    monotonic: () => at.ran,
    log: { info: say, warn: say },
    ...options,
  })
  function pass(milliseconds: number): void {
    at.ran += milliseconds
    at.wall += milliseconds
    at.reference += milliseconds
  }
  t.teardown(() => clock.close())
  return { at, clock, lines, pass }
}

const differs = { name: 'StoreUnavailable', message: /Nothing is written until they agree/ }

t.test('a clock that agrees with the reference tells the present', async (t) => {
  const { at, clock, pass } = clocks(t)
  t.throws(() => clock.now(), { message: /was not compared with that of PostgreSQL yet/ })
  await clock.compare()
  t.equal(clock.now().getTime(), BEGINNING)
  pass(7_000)
  at.wall += 900
  t.equal(clock.now().getTime(), at.wall)
  t.equal(clock.problem(), undefined)
  t.equal(clock.warning(), undefined)
})

for (const [direction, jump] of [
  ['ahead of', 400 * DAY_MS],
  ['behind', -6_000],
] as const)
  t.test(`a clock that jumps is refused before the servers are asked: ${direction}`, async (t) => {
    const { at, clock, lines } = clocks(t)
    await clock.compare()
    at.wall += jump
    t.throws(() => clock.now(), differs)
    t.match(clock.problem(), new RegExp(` s ${direction} that of PostgreSQL`))
    await clock.compare()
    t.throws(() => clock.now(), differs, 'and the reference confirms it')
    at.wall -= jump
    t.equal(clock.now().getTime(), BEGINNING, 'when it is back, so are we')
    await clock.compare()
    t.match(lines, [/Nothing is written until they agree/, /agree again/])
  })

t.test(
  'a small difference is said and no reason to refuse; a jump of that size is compared at once',
  async (t) => {
    const { at, clock } = clocks(t)
    await clock.compare()
    const { asked } = at
    at.wall += 2_000
    t.equal(clock.now().getTime(), at.wall)
    t.match(clock.warning(), /is 2 s ahead of that of PostgreSQL\.$/)
    t.equal(at.asked, asked + 1)
  },
)

t.test('what the round trip explains is no difference', async (t) => {
  const { at, clock } = clocks(t)
  await clock.compare()
  at.roundTrip = 1_800
  at.wall += 5_500
  await clock.compare()
  t.ok(clock.now(), '5.5 s, of which the way may be 0.9 s')
  at.wall += 500
  t.throws(() => clock.now(), differs)
})

t.test('an answer that took too long is none, and the one before stays', async (t) => {
  const { at, clock } = clocks(t)
  await clock.compare()
  at.roundTrip = 9_000
  at.reference += DAY_MS
  await clock.compare()
  t.ok(clock.now())
})

t.test('when both clocks jump, as on one machine, the new time is believed after ten seconds', async (t) => {
  const { at, clock, pass } = clocks(t)
  await clock.compare()
  at.wall += 400 * DAY_MS
  at.reference += 400 * DAY_MS
  t.throws(() => clock.now(), differs)
  await clock.compare()
  t.throws(() => clock.now(), { message: /has jumped; nothing is written until it has run evenly for 10 s/ })
  pass(9_000)
  await clock.compare()
  t.throws(() => clock.now(), { message: /has jumped/, retryAfterMs: 1_000 })
  at.wall -= 400 * DAY_MS
  at.reference -= 400 * DAY_MS
  await clock.compare()
  pass(9_000)
  t.throws(() => clock.now(), { message: /has jumped/ }, 'and so the old one, when they jump back')
  pass(1_000)
  await clock.compare()
  t.equal(clock.now().getTime(), BEGINNING + 19_000)
})

t.test('while the reference is away its time is carried on', async (t) => {
  const registry = new Registry()
  const { at, clock, lines, pass } = clocks(t, { metrics: clockMetrics(registry) })
  await clock.compare()
  at.isAway = true
  await clock.compare()
  pass(60_000)
  t.equal(clock.now().getTime(), BEGINNING + 60_000)
  at.wall += 6_000
  t.throws(() => clock.now(), differs)
  t.match(lines, [/The clock cannot be compared with that of PostgreSQL: no answer/])
  at.isAway = false
  await until(async () => {
    await clock.compare()
    const text = await registry.metrics()
    return /ecmr_clock_difference_seconds 6\n/.test(text) && /refusals_total 1\n/.test(text)
  }, 'the figures')
  t.match(await registry.metrics(), /ecmr_clock_comparison_failures_total [1-9]/)
})
