import { invitationLimits, noteLimits } from '@ecmr/domain'
import t from 'tap'
import { decline, invite, report, revoke, sign } from '../../asks.js'
import {
  cancelled,
  created,
  declined,
  delivered,
  type Fact,
  invited,
  onTheWay,
  reported,
  revoked,
  signed,
} from '../../facts.js'
import { after, eachCase, NOW, noteAfter, refused, specify } from '../../given.js'

const byLink = { identified_by: 'mailed_code', invitation_id: 'invitation-1' } as const
const asked = [...onTheWay, invited()]
const expired = '2026-11-21T09:30:00.000Z'

const many = (count: number, data: Partial<Parameters<typeof invited>[0]> = {}): readonly Fact[] =>
  Array.from({ length: count }, (_, index) => invited({ invitation_id: `earlier-${index}`, ...data }))

specify(t, 'inviting someone to sign', {
  ...after([created()], {
    'is recorded with the instant until which it is open': [invite(), [invited()]],
    'with an address': [
      invite({ invited_email: 'jean@example.com' }),
      [invited({ invited_email: 'jean@example.com' })],
    ],
    'of the driver is for the carrier’s signature': [
      invite({ role: 'driver' }),
      [invited({ role: 'driver' })],
    ],
    'for no hour is refused': [invite({ expires_in_hours: 0 }), refused('invalid_command')],
    'for half hours is refused': [invite({ expires_in_hours: 1.5 }), refused('invalid_command')],
    'for longer than 30 days is refused': [
      invite({ expires_in_hours: invitationLimits.hours + 1 }),
      refused('invalid_command'),
    ],
  }),
  'twice under the same id is refused': [asked, invite(), refused('invalid_command')],
  'of a cancelled note is refused': [[created(), cancelled()], invite(), refused('cancelled')],
  'while an incident is open is taken': [[created(), reported()], invite(), [invited()]],
  'the driver after the carrier has signed is taken: they report by the link, too': [
    [...onTheWay, signed('carrier')],
    invite({ role: 'driver' }),
    [invited({ role: 'driver' })],
  ],
  'who has signed the present content is refused': [
    [...onTheWay, signed('receiver'), delivered()],
    invite(),
    refused('already_signed'),
  ],
  'is refused when as many are open as may be': [
    [created(), ...many(invitationLimits.open)],
    invite(),
    refused('too_many'),
  ],
  'is taken when the open ones have expired': [
    [created(), ...many(invitationLimits.open, { expires_at: expired })],
    invite(),
    [invited()],
  ],
  'is refused when the note has had as many as may be': [
    [created(), ...many(noteLimits.invitations, { expires_at: expired })],
    invite(),
    refused('too_many'),
  ],
})

specify(t, 'revoking an invitation', {
  ...after(asked, {
    'is recorded': [revoke(), [revoked()]],
    'that the note has not is refused': [revoke('nope'), refused('invitation_not_found')],
  }),
  'twice changes nothing': [[...asked, revoked()], revoke(), []],
  'that has expired changes nothing': [[created(), invited({ expires_at: expired })], revoke(), []],
  'of a driver who has signed is recorded, and the signature stays': [
    [...onTheWay, invited({ role: 'driver' }), signed('carrier', byLink)],
    [revoke(), revoke()],
    (t, note) => t.match(note.invitations, [{ state: 'used', closed_at: String, revoked_at: NOW }]),
  ],
  'of a driver that has expired after the signature changes nothing': [
    [...onTheWay, invited({ role: 'driver', expires_at: expired }), signed('carrier', byLink)],
    revoke(),
    [],
  ],
  'that was answered is refused': [[...asked, declined()], revoke(), refused('invitation_closed')],
})

specify(t, 'signing by an invitation', {
  ...after(asked, {
    'uses it up': [
      sign('receiver', byLink),
      (t, note) => {
        t.match(note, { progress: 'delivered', signatures: [{ ...byLink, level: 'simple' }] })
        t.match(note.invitations, [{ state: 'used', closed_at: NOW }])
      },
    ],
    'twice is refused, also for another content': [
      [sign('receiver', byLink), sign('receiver', byLink)],
      refused('invitation_closed'),
    ],
    'for another party is refused': [sign('sender', byLink), refused('invitation_not_found')],
    'of another note is refused': [
      sign('receiver', { ...byLink, invitation_id: 'invitation-of-another' }),
      refused('invitation_not_found'),
    ],
    'after it was revoked is refused': [[revoke(), sign('receiver', byLink)], refused('invitation_closed')],
    'after the note was declined is refused': [
      [decline({ cause: 'other' }), sign('receiver', byLink)],
      refused('invitation_closed'),
    ],
    'by someone else meanwhile leaves it open': [
      sign('receiver'),
      (t, note) => t.match(note.invitations, [{ state: 'open' }]),
    ],
    'during an incident needs reservations': [
      [report(), sign('receiver', byLink)],
      refused('incident_open', '/remarks'),
    ],
  }),
  'that has expired is refused': [
    [...onTheWay, invited({ expires_at: expired })],
    sign('receiver', byLink),
    refused('invitation_closed'),
  ],
  'of the driver signs for the carrier': [
    [created(), invited({ role: 'driver' })],
    sign('carrier', byLink),
    (t, note) => t.match(note, { progress: 'in_transit', invitations: [{ state: 'used' }] }),
  ],
  'of a cancelled note is refused': [
    [created(), invited(), cancelled()],
    sign('receiver', byLink),
    refused('cancelled'),
  ],
})

t.test('that a party does not sign', async (t) => {
  const incident = (type: 'receiver_absent' | 'refused_by_receiver') =>
    reported({ type, description: 'the gate is closed', severity: 'medium', occurred_at: NOW })
  eachCase(t, {
    'of an absent receiver is an incident, too': [
      asked,
      decline(),
      [declined(), incident('receiver_absent')],
    ],
    'of a receiver who refuses is one, too': [
      asked,
      decline({ cause: 'refused' }),
      [declined({ cause: 'refused' }), incident('refused_by_receiver')],
    ],
    'for another reason is none': [asked, decline({ cause: 'other' }), [declined({ cause: 'other' })]],
    'of another party is none': [
      [created(), invited({ role: 'driver' })],
      decline(),
      [declined({ role: 'carrier' })],
    ],
    'after the delivery is none': [[...asked, delivered()], decline(), [declined()]],
    'needs a reason': [asked, decline({ reason: ' ' }), refused('invalid_command', '/reason')],
    'uses the invitation up': [[...asked, declined()], decline(), refused('invitation_closed')],
    'ends with the note': [[created(), invited(), cancelled()], decline(), refused('cancelled')],
  })
})

t.test('what invitations change of a note', async (t) => {
  const note = noteAfter(...asked)
  t.equal(note.content_version, note.version - 1, 'documents stay current')
  t.strictSame(
    note.invitations.map(({ invited_name, state }) => [invited_name, state]),
    [['Jean Martin', 'open']],
  )
  t.throws(() => noteAfter(created(), revoked()), { name: 'ImpossibleEvent' })
  t.throws(() => noteAfter(...asked, revoked(), declined()), { name: 'ImpossibleEvent' })
})
