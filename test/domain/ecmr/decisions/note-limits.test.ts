import { decide, type EcmrCommand, type Note, noteLimits } from '@ecmr/domain'
import t from 'tap'
import {
  cancel,
  confirmDelivery,
  create,
  edit,
  moveTo,
  report,
  reserve,
  resolve,
  sign,
  takeOver,
} from '../../asks.js'
import {
  amended,
  change,
  created,
  edited,
  type Fact,
  onTheWay,
  reported,
  reserved,
  resolved,
  signed,
} from '../../facts.js'
import { context, expectDecision, noteAfter, refused } from '../../given.js'

const many = (count: number, one: (place: number) => Fact): readonly Fact[] =>
  Array.from({ length: count }, (_, place) => one(place))
const incidents = (count: number) => many(count, (n) => reported({ incident_id: `known-${n}` }))
const closed = (count: number) => many(count, (n) => resolved({ incident_id: `known-${n}` }))

t.test('a note takes 100 incidents and no more', async (t) => {
  const most = [created(), ...incidents(noteLimits.incidents)]
  expectDecision(t, most.slice(0, -1), report(), [reported()])
  expectDecision(t, most, report(), refused('too_many'))
  expectDecision(
    t,
    [...most, ...closed(noteLimits.incidents)],
    moveTo('incident', 'it happened again'),
    refused('too_many'),
  )
})

t.test('the refusal says the limit and what to do', async (t) => {
  const made = decide(noteAfter(created(), ...incidents(noteLimits.incidents)), [report()], context)
  t.match(made.ok === false && made.refusal.detail, /at most 100 incidents.*create another note/i)
})

t.test('a note takes 100 reservations and no more', async (t) => {
  const most = [created(), ...many(noteLimits.reservations, (n) => reserved('sender', `r-${n}`))]
  expectDecision(t, most, reserve('carrier'), refused('too_many'))
})

t.test('a role that has signed may sign again 30 times in all, one that has not always may', async (t) => {
  const again = (n: number) => [
    signed('sender'),
    amended('more', change('notes', n ? `${n - 1}` : null, `${n}`)),
  ]
  const most = [created(), ...Array.from({ length: noteLimits.signatures }, (_, n) => again(n)).flat()]
  expectDecision(t, most, sign('sender'), refused('too_many'))
  expectDecision(t, most, sign('receiver'), (t, note) => t.equal(note.status, 'delivered'))
})

const edits = (count: number) => many(count, (n) => edited(change('notes', n ? `${n - 1}` : null, `${n}`)))
const full: readonly (readonly [string, Note, number])[] = [
  ['of 1,000 events', noteAfter(created(), ...incidents(1), ...closed(1), ...edits(997)), 0],
  ['of 4 MiB', noteAfter(created(), ...incidents(1), ...closed(1)), noteLimits.bytes],
]
for (const [what, note, bytes] of full) {
  const code = bytes === 0 ? 'too_many' : 'note_too_large'
  const attempt = (...commands: readonly EcmrCommand[]) => decide(note, commands, { ...context, bytes })

  t.test(`a note ${what} takes no edit, incident or reservation`, async (t) => {
    for (const command of [edit({ notes: 'x' }), report(), reserve('sender'), moveTo('incident', 'why')])
      t.match(attempt(command), { ok: false, refusal: { code } }, command.type)
  })

  t.test(`a note ${what} can still be signed, taken over, delivered or cancelled`, async (t) => {
    const ways = [[sign('sender')], [takeOver(), confirmDelivery()], [cancel()], [moveTo('delivered')]]
    for (const way of ways) t.ok(attempt(...way).ok, way.map(({ type }) => type).join(', '))
    t.match(attempt(edit({})), { ok: true, events: [] }, 'nothing to change is no addition')
  })
}

t.test('incidents of a full note can be resolved', async (t) => {
  const note = noteAfter(created(), ...incidents(101))
  const made = decide(note, [resolve('continue', { incident_id: 'known-0' })], {
    ...context,
    bytes: noteLimits.bytes,
  })
  t.match(made, { ok: true, events: [{ type: 'IncidentResolved' }] })
})

t.test('ten of many open incidents are named in a refusal, and how many more there are', async (t) => {
  const made = decide(noteAfter(...onTheWay, ...incidents(12)), [confirmDelivery()], context)
  if (made.ok) return void t.fail('accepted')
  t.equal(made.refusal.detail.match(/known-\d+/g)?.length, 10)
  t.match(made.refusal.detail, /and 2 more\.$/)
})

t.test('what a note says takes 256 KiB at most, counted in bytes', async (t) => {
  const goods = (items: number, character = 'ñ') => ({
    goods_items: Array.from({ length: items }, () => ({ description: character.repeat(1_000) })),
  })
  expectDecision(t, [], create(goods(100)), (t, note) => t.equal(note.version, 1))
  expectDecision(t, [], create(goods(140)), refused('note_too_large'))
  expectDecision(t, [created()], edit(goods(140)), refused('note_too_large'))
  const older = created(goods(160))
  expectDecision(t, [older], edit({ reference: 'longer' }), refused('note_too_large'))
  expectDecision(t, [older], edit(goods(150)), (t, note) => t.equal(note.fields.goods_items?.length, 150))
})
