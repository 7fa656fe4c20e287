import { decide } from '@ecmr/domain'
import t from 'tap'
import { create, edit, moveTo, sign } from '../asks.js'
import { created } from '../facts.js'
import { context, eachCase, NOW, noteAfter, refused } from '../given.js'

eachCase(t, {
  'a note that does not exist is not found': [[], edit({ reference: 'x' }), refused('not_found')],
  'no commands, no events': [[created()], [], []],
  'one refusal in a list refuses the list': [
    [created()],
    [edit({ reference: 'x' }), moveTo('in_transit'), moveTo('draft')],
    refused('invalid_transition'),
  ],
  'a note can be created and moved on in one list': [
    [],
    [create(), moveTo('assigned')],
    (t, note) => {
      t.equal(note.status, 'assigned')
      t.equal(note.version, 2)
    },
  ],
})

t.test('every event of a list is stamped with the present instant', async (t) => {
  const made = decide(null, [create(), sign('receiver')], context)
  t.ok(made.ok && made.events.length === 5 && made.events.every((event) => event.at === NOW))
})

t.test('event times do not decrease when the clock does', async (t) => {
  const note = noteAfter(created())
  const made = decide(note, [edit({ reference: 'x' })], { ...context, now: '2020-01-01T00:00:00.000Z' })
  t.ok(made.ok)
  if (made.ok) t.equal(made.events[0]?.at, note.updated_at)
})

t.test('the note that comes back is the fold of the events', async (t) => {
  const note = noteAfter(created())
  const made = decide(note, [sign('sender'), sign('carrier')], context)
  t.ok(made.ok)
  if (made.ok) t.equal(made.note?.version, note.version + made.events.length)
})
