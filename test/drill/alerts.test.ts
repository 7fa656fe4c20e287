import { isExpected, type Outcome, PATIENCE } from '#drill/alerts/trial'
import { duration, isInTime, outcomesTable } from '#drill/alerts/verdict'
import t from 'tap'

const outcome: Outcome = {
  alert: 'RelayIsBehind',
  fault: 'NATS is killed',
  ownDelay: 120,
  firedAfter: 140,
  looksBack: 0,
  clearedAfter: 15,
  others: [],
}

t.test('an alert is in time when it fires and clears within two minutes of when it can', async (t) => {
  t.ok(isInTime(outcome))
  t.ok(isInTime({ ...outcome, firedAfter: 120 + PATIENCE, clearedAfter: PATIENCE }))
  t.ok(isInTime({ ...outcome, looksBack: 300, clearedAfter: 310 }))
  for (const late of [
    { firedAfter: 121 + PATIENCE },
    { firedAfter: undefined },
    { clearedAfter: PATIENCE + 1 },
    { clearedAfter: undefined },
  ])
    t.notOk(isInTime({ ...outcome, ...late }), JSON.stringify(late))
})

t.test('the table says what was late and what did not come', async (t) => {
  const other = { ...outcome, alert: 'LogDiffers', firedAfter: undefined, others: ['RequestsFail'] }
  const [, , first = '', second = ''] = outcomesTable([outcome, other]).split('\n')
  t.match(first, /^\| LogDiffers .* NOT .* RequestsFail \| LATE \|$/)
  t.match(second, /^\| RelayIsBehind \| NATS is killed \| 2 min +\| 2 min 20 s +\| 0 s +\| 15 s .*\| ok +\|$/)
})

t.test('durations are minutes and seconds', async (t) => {
  t.strictSame([0, 59, 60, 61, 1_020].map(duration), ['0 s', '59 s', '1 min', '1 min 1 s', '17 min'])
})

t.test('an alert is meant by its name and the labels that are given', async (t) => {
  const state = { name: 'ProcessIsAway', labels: { service: 'relay', instance: 'a' }, isFiring: true }
  t.ok(isExpected({ alert: 'ProcessIsAway' }, state))
  t.ok(isExpected({ alert: 'ProcessIsAway', labels: { service: 'relay' } }, state))
  t.notOk(isExpected({ alert: 'ProcessIsAway', labels: { service: 'api' } }, state))
  t.notOk(isExpected({ alert: 'RelayIsBehind' }, state))
})
