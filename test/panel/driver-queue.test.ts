import { skewOf, statedAt } from '@ecmr/panel/browser/driver-clock'
import {
  type Answer,
  answered,
  dismissed,
  hasRoom,
  next,
  pauseAfter,
  type Queue,
  type Queued,
  queueLimits,
  released,
  resent,
} from '@ecmr/panel/browser/driver-queue'
import t from 'tap'

const NOON = Date.parse('2026-11-27T12:00:00Z')
const HOUR = 3_600_000
const YEAR = 365 * 24 * HOUR

const queue = (...actions: readonly Queued['action'][]): Queue =>
  actions.map((action, index) => ({
    ...{ key: `${index}-${action}`, token: 'token', order: index + 1, action, says: {} },
    ...{ at: NOON, skew: 0, tries: 0, state: 'waiting' },
  }))

const refused = (problem: string, progress?: string): Answer => ({
  ...{ kind: 'refused', problem },
  ...(progress !== undefined && { progress }),
})
const day = queue('take_over', 'change_vehicle', 'report_incident', 'deliver')
const [first, second, third, fourth] = day.map(({ key }) => key) as [string, string, string, string]

/** What is sent, one after the other, when everything is recorded. */
function sentOf(start: Queue): readonly string[] {
  const sent: string[] = []
  for (let left = start, one = next(left); one !== undefined; one = next(left)) {
    sent.push(one.key)
    left = answered(left, one.key, { kind: 'recorded' })
  }
  return sent
}

t.test(
  'actions are sent in the order in which they were done, whatever order they are kept in',
  async (t) => {
    t.same(sentOf(day.toReversed()), [first, second, third, fourth])
    t.equal(next([]), undefined)
  },
)

t.test('without an answer the same one is sent again', async (t) => {
  const left = answered(day, first, { kind: 'later' })
  t.match(next(left), { key: first, tries: 1 })
  t.equal(next(answered(day, first, { kind: 'unknown_device' })), day[0])
})

t.test('a refusal stays until it was seen, and the rest goes on', async (t) => {
  const left = answered(day, second, refused('out_of_order'))
  t.same(sentOf(left), [first, third, fourth])
  t.match(
    left.find(({ key }) => key === second),
    { state: 'refused', problem: 'out_of_order' },
  )
  t.same(
    dismissed(left, second).map(({ key }) => key),
    [first, third, fourth],
  )
  t.equal(dismissed(left, first).length, 4, 'what waits cannot be taken away')
})

t.test('after a pickup that was refused only reports are sent, until the driver decides', async (t) => {
  const left = answered(day, first, refused('clock_changed', 'assigned'))
  t.same(sentOf(left), [third])
  t.same(
    left.map(({ state }) => state),
    ['refused', 'held', 'waiting', 'held'],
  )
  t.same(sentOf(resent(left, first)), [first, third], 'one by one')
  t.match(next(resent(left, first)), { key: first, timeless: true })
  t.same(sentOf(answered(day, first, refused('invalid_transition', 'in_transit'))), [second, third, fourth])
})

t.test('a delivery waits for the end of an incident; nothing of its kind overtakes it', async (t) => {
  const again = queue('deliver', 'report_incident', 'change_vehicle')
  const [deliver = '', incident = '', vehicle = ''] = again.map(({ key }) => key)
  const left = answered(again, deliver, refused('incident_open'))
  t.same(sentOf(left), [incident])
  t.same(sentOf(released(left, 'incident')), [incident])
  t.same(sentOf(released(left, 'in_transit')), [deliver, incident, vehicle])
  const stopped = answered(day, first, refused('clock_changed'))
  t.same(sentOf(released(stopped, 'in_transit')), [third], 'what the driver decides on is left to them')
})

t.test('when the link has ended, all of it is shown as not done', async (t) => {
  const left = answered(day, first, { kind: 'closed', problem: 'cancelled' })
  t.equal(next(left), undefined)
  t.ok(left.every(({ state, problem }) => state === 'refused' && problem === 'cancelled'))
})

t.test('a queue has room for so many, and so much', async (t) => {
  t.ok(hasRoom(day, { says: {} }))
  t.notOk(hasRoom(queue(...Array<'deliver'>(queueLimits.actions).fill('deliver')), { says: {} }))
  const photograph = new Blob([new Uint8Array(queueLimits.bytes)])
  t.notOk(hasRoom(day, { says: {}, photograph }))
})

t.test('pauses grow to five minutes', async (t) => {
  t.equal(pauseAfter(0, 1), 2_000)
  t.equal(pauseAfter(3, 0), 8_000)
  t.equal(pauseAfter(50, 1), 300_000)
})

t.test('the clock of the device is compared with the service’s', async (t) => {
  t.equal(skewOf('Fri, 27 Nov 2026 12:00:00 GMT', NOON - 400, NOON + 1_000), 0)
  t.equal(skewOf('Fri, 27 Nov 2026 12:00:00 GMT', NOON - YEAR, NOON - YEAR + 200), YEAR + 400)
  t.equal(skewOf(null, NOON, NOON), undefined)
  t.equal(skewOf('yesterday', NOON, NOON), undefined)
})

t.test(
  'what was done an hour ago is stated by the service’s clock, and what was done just now is not',
  async (t) => {
    const now = { at: NOON, skew: 0 }
    t.same(statedAt({ at: NOON - HOUR, skew: 0 }, now), { ok: true, at: '2026-11-27T11:00:00.000Z' })
    t.same(statedAt({ at: NOON - 59_000, skew: 0 }, now), { ok: true })
    const wrong = { at: NOON - YEAR, skew: YEAR }
    t.same(statedAt({ at: NOON - YEAR - HOUR, skew: YEAR }, wrong), {
      ok: true,
      at: '2026-11-27T11:00:00.000Z',
    })
  },
)

t.test('a clock that was set meanwhile makes the time unknown', async (t) => {
  const now = { at: NOON, skew: 0 }
  t.same(statedAt({ at: NOON - YEAR, skew: YEAR }, now), { ok: false })
  t.same(statedAt({ at: NOON + HOUR, skew: 0 }, now), { ok: false })
  t.same(statedAt({ at: NOON + HOUR, skew: 0, timeless: true }, now), { ok: true })
})
