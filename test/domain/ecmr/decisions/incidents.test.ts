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
import { context, given, NOW } from '../../given.js'

const open = [...onTheWay, reported()] as const

t.test('reporting', async (t) => {
  for (const [status, history] of [
    ['draft', [created()]],
    ['assigned', [created(), assigned()]],
    ['in_transit', onTheWay],
    ['delivered', atTheReceiver],
  ] as const) {
    t.test(`is possible from ${status}, and the note is an incident`, async (t) => {
      await given(...history)
        .when(report())
        .then(reported())(t)
      await given(...history)
        .when(report())
        .leaves((t, note) => {
          t.equal(note.status, 'incident')
          t.equal(note.progress, status)
        })(t)
    })
  }
  t.test(
    'keeps what was said',
    given(...onTheWay)
      .when(
        report({
          type: 'damage',
          severity: 'high',
          place: 'Girona',
          occurred_at: '2026-11-21T08:00:00+01:00',
        }),
      )
      .then(
        reported({
          type: 'damage',
          severity: 'high',
          place: 'Girona',
          occurred_at: '2026-11-21T07:00:00.000Z',
        }),
      ),
  )
  t.test(
    'needs a description',
    given(...onTheWay)
      .when(report({ description: '  ' }))
      .refused('invalid_command', { pointers: ['/description'] }),
  )
  t.test(
    'cannot be from the future',
    given(...onTheWay)
      .when(report({ occurred_at: '2099-01-01T00:00:00Z' }))
      .refused('invalid_command', { pointers: ['/occurred_at'] }),
  )
  t.test(
    'needs an id of its own',
    given(...open)
      .when(report())
      .refused('invalid_command'),
  )
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
  t.test(
    'incident without a reason is refused',
    given(...onTheWay)
      .when(moveTo('incident'))
      .refused('invalid_command', { pointers: ['/incident'] }),
  )
  t.test(
    'incident on an incident: no event',
    given(...open)
      .when(moveTo('incident'))
      .then(),
  )
  t.test(
    'other than incident is refused while one is open',
    given(...open)
      .when(moveTo('in_transit'))
      .refused('incident_open', { allowed: [] }),
  )
})

t.test('while an incident is open', async (t) => {
  t.test(
    'further ones may join it',
    given(...open)
      .when(report({ type: 'delay' }, 'incident-2'))
      .then(reported({ incident_id: 'incident-2', type: 'delay' })),
  )
  t.test(
    'reservations are taken: their time limits do not wait',
    given(...open)
      .when(reserve('receiver'))
      .then(reserved('receiver')),
  )
  for (const command of [
    edit({ instructions: 'ring' }),
    sign('sender'),
    takeOver(),
    confirmDelivery(),
    cancel(),
    moveTo('delivered'),
  ]) {
    t.test(
      `${command.type} has to wait`,
      given(...open)
        .when(command)
        .refused('incident_open'),
    )
  }
})

t.test('resolving', async (t) => {
  t.test('an incident gives the note back its progress', async (t) => {
    await given(...open)
      .when(resolve('continue', { note: 'repaired' }))
      .then(resolved({ note: 'repaired' }))(t)
    await given(...open)
      .when(resolve())
      .leaves((t, note) => {
        t.equal(note.status, 'in_transit')
        t.match(note.incidents, [{ status: 'resolved', outcome: 'continue', resolved_at: NOW }])
      })(t)
  })
  t.test(
    'one of two leaves the note an incident',
    given(...open, reported({ incident_id: 'incident-2' }))
      .when(resolve())
      .leaves((t, note) => t.equal(note.status, 'incident')),
  )
  t.test(
    'as delivered with reservations delivers the goods',
    given(...open)
      .when(resolve('delivered_with_reservations', { note: 'two pallets wet' }))
      .then(
        resolved({ outcome: 'delivered_with_reservations', note: 'two pallets wet' }),
        delivered({ unsigned_reason: 'two pallets wet' }),
      ),
  )
  t.test(
    'as delivered with reservations from a draft infers what lies between',
    given(created(), reported())
      .when(resolve('delivered_with_reservations'))
      .then(
        resolved({ outcome: 'delivered_with_reservations' }),
        assigned(inferred),
        takenOver(inferred),
        delivered({ unsigned_reason: 'engine failure near Girona' }),
      ),
  )
  t.test(
    'as delivered with reservations after the delivery only resolves',
    given(...atTheReceiver, reported())
      .when(resolve('delivered_with_reservations'))
      .then(resolved({ outcome: 'delivered_with_reservations' })),
  )
  t.test(
    'as delivered while another is open leaves the note a delivered incident',
    given(...open, reported({ incident_id: 'incident-2' }))
      .when(resolve('delivered_with_reservations'))
      .leaves((t, note) => t.match(note, { status: 'incident', progress: 'delivered' })),
  )
  t.test(
    'with any other outcome moves nothing',
    given(...open)
      .when(resolve('lost'))
      .leaves((t, note) => t.equal(note.status, 'in_transit')),
  )
  t.test(
    'an unknown incident is refused',
    given(...open)
      .when(resolve('continue', { incident_id: 'nope' }))
      .refused('incident_not_found'),
  )
  t.test(
    'twice is refused',
    given(...open, resolved())
      .when(resolve())
      .refused('incident_resolved'),
  )
  t.test(
    'lets the rest of a list go on',
    given(...open)
      .when(resolve(), sign('receiver'))
      .then(resolved(), signed('receiver'), delivered()),
  )
})
