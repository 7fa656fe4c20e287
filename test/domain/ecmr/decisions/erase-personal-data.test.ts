import { ERASED, evolve, type Note } from '@ecmr/domain'
import t from 'tap'
import { edit, erase } from '../../asks.js'
import {
  type Fact,
  atTheReceiver,
  cancelled,
  created,
  onTheWay,
  reported,
  resolved,
  signed,
} from '../../facts.js'
import { expectDecision, noteAfter, refused, specify } from '../../given.js'

const KEYS = ['note/people']
const said = { categories: ['people'], reason: 'asked for by the person', by: 'owner' } as const
const erased = (data: object = { keys: KEYS }): Fact => ({
  type: 'PersonalDataErased',
  data: { ...said, ...data },
})
// Delivered on 20 November: kept for a year, until the end of that day at the place of delivery.
const DUE = '2027-11-20T22:59:59.000Z'

const people = {
  driver_name: 'Eva Luna',
  driver_phone: '+34 600 100 200',
  notes: 'ask for Eva',
  sender_email: 'eva@example.com',
}

specify(t, 'erasing', {
  'erases what a draft says': [[created(people)], erase(), [erased()]],
  'erases on a cancelled note': [
    [created(people), cancelled()],
    erase({ by: 'operator' }),
    [erased({ by: 'operator', keys: KEYS })],
  ],
  'erases what older events say in clear': [
    [created(people)],
    erase({ keys: [], inClear: true }),
    [erased({ keys: [] })],
  ],
  'does nothing when nothing is left': [[created(people), erased()], erase({ keys: [] }), []],
  'waits until no term runs after a delivery': [atTheReceiver, erase(), [erased({ due: DUE })]],
  'is asked for once while it waits': [[...atTheReceiver, erased({ due: DUE })], erase(), []],
  'takes in what is asked for later': [
    [...atTheReceiver, erased({ due: DUE })],
    erase({ categories: ['parties'] }),
    [erased({ categories: ['people', 'parties'], due: DUE })],
  ],
  'is held on the way': [onTheWay, erase(), refused('erasure_held')],
  'is held by an open incident': [[created(), reported()], erase(), refused('erasure_held')],
  'is free once it is resolved': [[created(), reported(), resolved()], erase(), [erased()]],
  'needs a reason': [[created(people)], erase({ reason: ' ' }), refused('invalid_command', '/reason')],
  'takes no reason that names the person': [
    [created(people)],
    erase({ reason: 'eva luna asked for it' }),
    refused('invalid_command', '/reason'),
  ],
  'leaves a note that can be changed': [
    [created(people), erased()],
    edit({ driver_name: 'Ana Sol' }),
    (t, note) => t.equal(note.fields.driver_name, 'Ana Sol'),
  ],
})

t.test('values are gone wherever the note says them, and all others stay', async (t) => {
  const before = noteAfter(
    created(people),
    signed('sender', { remarks: 'Eva was there', signature_image: 'data:image/png;base64,AA==' }),
    reported({ description: 'Eva fell ill' }),
    resolved({ note: 'Eva is well' }),
  )
  const at = '2026-12-01T00:00:00.000Z'
  const after: Note = evolve(before, { ...erased(), at } as Parameters<typeof evolve>[1])
  t.notMatch(JSON.stringify(after), /Eva|600 100 200|AA==/)
  t.match(after.fields, {
    driver_name: ERASED,
    notes: ERASED,
    sender_company_name: before.fields.sender_company_name,
  })
  t.match(after, { erased_at: at, version: before.version + 1, content_version: before.version + 1 })
  t.ok(after.signatures[0]?.covers_current_version)
  const parties = evolve(before, { ...erased({ categories: ['parties'] }), at } as Parameters<
    typeof evolve
  >[1])
  t.match(parties.fields, { driver_name: 'Eva Luna', sender_company_name: ERASED, sender_city: ERASED })
})

t.test('until it is due everything stays, documents too', async (t) => {
  expectDecision(t, [...atTheReceiver, erased({ due: DUE })], [], (t, note) => {
    t.match(note.erasure, { due: DUE, categories: ['people'] })
    t.equal(note.content_version, note.version - 1)
    t.equal(note.fields.sender_company_name, noteAfter(...atTheReceiver).fields.sender_company_name)
  })
})
