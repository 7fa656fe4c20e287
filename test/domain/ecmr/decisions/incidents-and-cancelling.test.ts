import { decide } from '@ecmr/domain'
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
  assigned,
  atTheReceiver,
  cancelled,
  created,
  delivered,
  inferred,
  onTheWay,
  reported,
  reserved,
  resolved,
  signed,
  takenOver,
} from '../../facts.js'
import { after, context, eachCase, expectDecision, NOW, refused, specify } from '../../given.js'

const open = [...onTheWay, reported()] as const

t.test('reporting', async (t) => {
  for (const [status, history] of [
    ['draft', [created()]],
    ['assigned', [created(), assigned()]],
    ['in_transit', onTheWay],
    ['delivered', atTheReceiver],
  ] as const) {
    t.test(`is possible from ${status}, and the note is an incident`, async (t) => {
      expectDecision(t, history, report(), [reported()])
      expectDecision(t, history, report(), (t, note) => {
        t.equal(note.status, 'incident')
        t.equal(note.progress, status)
      })
    })
  }
  eachCase(t, {
    ...after(onTheWay, {
      'keeps what was said': [
        report({
          type: 'damage',
          severity: 'high',
          place: 'Girona',
          occurred_at: '2026-11-21T08:00:00+01:00',
        }),
        [
          reported({
            type: 'damage',
            severity: 'high',
            place: 'Girona',
            occurred_at: '2026-11-21T07:00:00.000Z',
          }),
        ],
      ],
      'needs a description': [report({ description: '  ' }), refused('invalid_command', '/description')],
      'cannot be from the future': [
        report({ occurred_at: '2099-01-01T00:00:00Z' }),
        refused('invalid_command', '/occurred_at'),
      ],
    }),
    'needs an id of its own': [open, report(), refused('invalid_command')],
  })
})

t.test('a bare status', async (t) => {
  t.test('incident with a reason reports an incident of type other', async (t) => {
    const made = decide(null, [create(), moveTo('incident', 'flood')], context)
    if (!made.ok || made.note === null) throw new Error('not accepted')
    t.equal(made.note.status, 'incident')
    t.match(made.note.incidents, [
      { type: 'other', severity: 'medium', description: 'flood', occurred_at: NOW },
    ])
    t.match(
      made.note.incidents[0]?.incident_id,
      /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-a[\da-f]{3}-[\da-f]{12}$/,
    )
    t.strictSame(decide(null, [create(), moveTo('incident', 'flood')], context), made)
  })
  eachCase(t, {
    'incident without a reason is refused': [
      onTheWay,
      moveTo('incident'),
      refused('invalid_command', '/incident'),
    ],
    'incident on an incident: no event': [open, moveTo('incident'), []],
    'other than incident is refused while one is open': [
      open,
      moveTo('in_transit'),
      { code: 'incident_open', allowed: [] },
    ],
  })
})

t.test('while an incident is open', async (t) => {
  eachCase(t, {
    'further ones may join it': [
      open,
      report({ type: 'delay' }, 'incident-2'),
      [reported({ incident_id: 'incident-2', type: 'delay' })],
    ],
    'reservations are taken: their time limits do not wait': [
      open,
      reserve('receiver'),
      [reserved('receiver')],
    ],
  })
  const remarks = 'two pallets wet'
  eachCase(t, {
    'the receiver signs with reservations, which confirms the delivery and leaves it open': [
      open,
      sign('receiver', { remarks }),
      (t, note) => {
        t.match(note, { status: 'incident', progress: 'delivered', delivered_at: NOW })
        t.match(note.signatures, [{ role: 'receiver', remarks }])
      },
    ],
    'the receiver signs after reservations': [
      [...open, reserved('receiver')],
      sign('receiver'),
      [signed('receiver'), delivered()],
    ],
    'reservations and signature come together': [
      open,
      [reserve('receiver'), sign('receiver')],
      [reserved('receiver'), signed('receiver'), delivered()],
    ],
    'after the delivery the receiver signs too': [
      [...atTheReceiver, reported()],
      sign('receiver', { remarks }),
      [signed('receiver', { remarks })],
    ],
    'the receiver does not sign without reservations': [
      open,
      sign('receiver', { remarks: ' ' }),
      refused('incident_open', '/remarks'),
    ],
    'reservations of the carrier are not those of the receiver': [
      [...open, reserved('carrier')],
      sign('receiver'),
      refused('incident_open', '/remarks'),
    ],
  })
  for (const command of [
    edit({ instructions: 'ring' }),
    sign('sender'),
    sign('carrier', { remarks }),
    takeOver(),
    confirmDelivery(),
    cancel(),
    moveTo('delivered'),
  ]) {
    eachCase(t, {
      [`${command.type} has to wait`]: [open, command, refused('incident_open')],
    })
  }
})

t.test('resolving', async (t) => {
  t.test('an incident gives the note back its progress', async (t) => {
    expectDecision(t, open, resolve('continue', { note: 'repaired' }), [resolved({ note: 'repaired' })])
    expectDecision(t, open, resolve(), (t, note) => {
      t.equal(note.status, 'in_transit')
      t.match(note.incidents, [{ status: 'resolved', outcome: 'continue', resolved_at: NOW }])
    })
  })
  eachCase(t, {
    'one of two leaves the note an incident': [
      [...open, reported({ incident_id: 'incident-2' })],
      resolve(),
      (t, note) => t.equal(note.status, 'incident'),
    ],
    ...after(open, {
      'as delivered with reservations delivers the goods': [
        resolve('delivered_with_reservations', { note: 'two pallets wet' }),
        [
          resolved({ outcome: 'delivered_with_reservations', note: 'two pallets wet' }),
          delivered({ unsigned_reason: 'two pallets wet' }),
        ],
      ],
      'with any other outcome moves nothing': [
        resolve('lost'),
        (t, note) => t.equal(note.status, 'in_transit'),
      ],
      'an unknown incident is refused': [
        resolve('continue', { incident_id: 'nope' }),
        refused('incident_not_found'),
      ],
      'lets the rest of a list go on': [
        [resolve(), sign('receiver')],
        [resolved(), signed('receiver'), delivered()],
      ],
    }),
    'as delivered with reservations from a draft infers what lies between': [
      [created(), reported()],
      resolve('delivered_with_reservations'),
      [
        resolved({ outcome: 'delivered_with_reservations' }),
        assigned(inferred),
        takenOver(inferred),
        delivered({ unsigned_reason: 'engine failure near Girona' }),
      ],
    ],
    'as delivered with reservations after the delivery only resolves': [
      [...atTheReceiver, reported()],
      resolve('delivered_with_reservations'),
      [resolved({ outcome: 'delivered_with_reservations' })],
    ],
    'as delivered while another is open leaves the note a delivered incident': [
      [...open, reported({ incident_id: 'incident-2' })],
      resolve('delivered_with_reservations'),
      (t, note) => t.match(note, { status: 'incident', progress: 'delivered' }),
    ],
    'twice is refused': [[...open, resolved()], resolve(), refused('incident_resolved')],
  })
})

t.test('a reservation', async (t) => {
  for (const by of ['sender', 'carrier', 'receiver'] as const) {
    eachCase(t, {
      [`by the ${by} is recorded on the way`]: [onTheWay, reserve(by), [reserved(by)]],
    })
  }
  eachCase(t, {
    'stops nothing': [
      onTheWay,
      reserve('carrier'),
      (t, note) => {
        t.equal(note.status, 'in_transit')
        t.strictSame(note.reservations, [
          { reservation_id: 'reservation-1', by: 'carrier', grounds: 'two boxes wet', recorded_at: NOW },
        ])
      },
    ],
    'leaves signatures valid': [
      [created(), signed('sender')],
      reserve('carrier'),
      (t, note) => t.ok(note.signatures[0]?.covers_current_version),
    ],
    'by the receiver is recorded after the delivery': [
      atTheReceiver,
      reserve('receiver'),
      [reserved('receiver')],
    ],
  })
  for (const by of ['sender', 'carrier'] as const) {
    eachCase(t, {
      [`by the ${by} comes too late after the delivery`]: [
        atTheReceiver,
        reserve(by),
        refused('reservation_not_allowed'),
      ],
    })
  }
  eachCase(t, {
    'needs an id of its own': [
      [...onTheWay, reserved('carrier')],
      reserve('receiver'),
      refused('invalid_command'),
    ],
  })
})

specify(t, 'cancelling', {
  'withdraws a draft': [[created()], cancel(), [cancelled()]],
  'withdraws an assigned note that the sender has signed': [
    [created(), assigned(), signed('sender')],
    cancel(),
    [cancelled()],
  ],
  'leaves the status and flags the note': [
    [created(), assigned()],
    cancel(),
    (t, note) => {
      t.match(note, { status: 'assigned', cancelled_at: NOW, cancel_reason: 'order withdrawn' })
    },
  ],
  'needs a reason': [[created()], cancel(' '), refused('invalid_command', '/reason')],
  'comes too late once the carrier has signed': [
    [created(), signed('carrier')],
    cancel(),
    refused('cannot_cancel'),
  ],
  'comes too late on the way': [onTheWay, cancel(), refused('cannot_cancel')],
  'comes too late after the delivery': [atTheReceiver, cancel(), refused('cannot_cancel')],
})

t.test('a cancelled note takes nothing more', async (t) => {
  const commands = [
    edit({}),
    edit({ reference: 'x' }),
    sign('sender'),
    takeOver(),
    confirmDelivery(),
    moveTo('draft'),
    reserve('sender'),
    report(),
    resolve(),
    cancel(),
  ]
  for (const command of commands) {
    eachCase(t, {
      [command.type]: [[created(), cancelled()], command, refused('cancelled')],
    })
  }
  eachCase(t, {
    'nor is it created again': [[created(), cancelled()], create(), refused('already_exists')],
  })
})
