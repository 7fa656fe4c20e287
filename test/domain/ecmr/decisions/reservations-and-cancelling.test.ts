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
import { assigned, atTheReceiver, cancelled, created, onTheWay, reserved, signed } from '../../facts.js'
import { given, NOW } from '../../given.js'

t.test('a reservation', async (t) => {
  for (const by of ['sender', 'carrier', 'receiver'] as const) {
    t.test(
      `by the ${by} is recorded on the way`,
      given(...onTheWay)
        .when(reserve(by))
        .then(reserved(by)),
    )
  }
  t.test(
    'stops nothing',
    given(...onTheWay)
      .when(reserve('carrier'))
      .leaves((t, note) => {
        t.equal(note.status, 'in_transit')
        t.strictSame(note.reservations, [
          { reservation_id: 'reservation-1', by: 'carrier', grounds: 'two boxes wet', recorded_at: NOW },
        ])
      }),
  )
  t.test(
    'leaves signatures valid',
    given(created(), signed('sender'))
      .when(reserve('carrier'))
      .leaves((t, note) => t.ok(note.signatures[0]?.covers_current_version)),
  )
  t.test(
    'by the receiver is recorded after the delivery',
    given(...atTheReceiver)
      .when(reserve('receiver'))
      .then(reserved('receiver')),
  )
  for (const by of ['sender', 'carrier'] as const) {
    t.test(
      `by the ${by} comes too late after the delivery`,
      given(...atTheReceiver)
        .when(reserve(by))
        .refused('reservation_not_allowed'),
    )
  }
  t.test(
    'needs an id of its own',
    given(...onTheWay, reserved('carrier'))
      .when(reserve('receiver'))
      .refused('invalid_command'),
  )
})

t.test('cancelling', async (t) => {
  t.test('withdraws a draft', given(created()).when(cancel()).then(cancelled()))
  t.test(
    'withdraws an assigned note that the sender has signed',
    given(created(), assigned(), signed('sender')).when(cancel()).then(cancelled()),
  )
  t.test(
    'leaves the status and flags the note',
    given(created(), assigned())
      .when(cancel())
      .leaves((t, note) => {
        t.match(note, { status: 'assigned', cancelled_at: NOW, cancel_reason: 'order withdrawn' })
      }),
  )
  t.test(
    'needs a reason',
    given(created())
      .when(cancel(' '))
      .refused('invalid_command', { pointers: ['/reason'] }),
  )
  t.test(
    'comes too late once the carrier has signed',
    given(created(), signed('carrier')).when(cancel()).refused('cannot_cancel'),
  )
  t.test(
    'comes too late on the way',
    given(...onTheWay)
      .when(cancel())
      .refused('cannot_cancel'),
  )
  t.test(
    'comes too late after the delivery',
    given(...atTheReceiver)
      .when(cancel())
      .refused('cannot_cancel'),
  )
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
    t.test(command.type, given(created(), cancelled()).when(command).refused('cancelled'))
  }
  t.test('nor is it created again', given(created(), cancelled()).when(create()).refused('already_exists'))
})
