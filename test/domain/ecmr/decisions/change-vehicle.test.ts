import { vehiclesOf } from '@ecmr/domain'
import t from 'tap'
import { changeVehicle, confirmDelivery, edit, report } from '../../asks.js'
import {
  anotherVehicle,
  assigned,
  atTheReceiver,
  change,
  created,
  delivered,
  type Fact,
  inferred,
  onTheWay,
  reported,
  reverted,
  signed,
  takenOver,
  vehicleChanged,
} from '../../facts.js'
import { NOW, refused, specify, stamped } from '../../given.js'

const EARLIER = '2026-11-20T18:00:00.000Z'

specify(t, 'another vehicle on the way', {
  'is recorded with what changes, why, and since when': [
    onTheWay,
    changeVehicle({
      changes: { vehicle_plate: '9999 XYZ', driver_name: 'Eva Luna' },
      reason: ' breakdown ',
      changed_at: '2026-11-20T19:00:00+01:00',
      place: 'Girona',
    }),
    [
      anotherVehicle({
        changes: [change('driver_name', null, 'Eva Luna'), change('vehicle_plate', null, '9999 XYZ')],
        changed_at: EARLIER,
        place: 'Girona',
      }),
    ],
  ],
  'changes now unless stated otherwise': [onTheWay, changeVehicle(), [anotherVehicle()]],
  'is taken while an incident is open, which stays open': [
    [...onTheWay, reported()],
    changeVehicle(),
    (t, note) => t.match(note, { status: 'incident', fields: { vehicle_plate: '9999 XYZ' } }),
  ],
  'takes a trailer away': [
    [created({ trailer_plate: 'R-1' }), assigned(), takenOver({ taken_over_at: EARLIER })],
    changeVehicle({ changes: { trailer_plate: null } }),
    [anotherVehicle({ changes: [change('trailer_plate', 'R-1', null)] })],
  ],
  'that is the same one changes nothing': [[...onTheWay, anotherVehicle()], changeVehicle(), []],
  'leaves signatures valid for what they were made on': [
    [...onTheWay, signed('sender')],
    changeVehicle(),
    (t, note) => t.match(note.signatures, [{ role: 'sender', covers_current_version: false }]),
  ],
  'needs a reason': [onTheWay, changeVehicle({ reason: ' ' }), refused('invalid_command', '/reason')],
  'needs something that changes': [
    onTheWay,
    changeVehicle({ changes: {} }),
    refused('invalid_command', '/vehicle_plate'),
  ],
  'cannot be before the taking over': [
    onTheWay,
    changeVehicle({ changed_at: '2026-11-20T08:01:59Z' }),
    refused('invalid_command', '/changed_at'),
  ],
  'cannot be before the last one, which is the present one': [
    [...onTheWay, anotherVehicle({ changed_at: '2026-11-21T09:00:00.000Z' })],
    changeVehicle({ changes: { vehicle_plate: '5555 DDD' }, changed_at: '2026-11-21T08:59:59Z' }),
    refused('invalid_command', '/changed_at'),
  ],
  'can be at the same time as the last one': [
    [...onTheWay, anotherVehicle({ changed_at: '2026-11-21T09:00:00.000Z' })],
    changeVehicle({ changes: { vehicle_plate: '5555 DDD' }, changed_at: '2026-11-21T09:00:00Z' }),
    (t, note) => t.equal(note.fields.vehicle_plate, '5555 DDD'),
  ],
  'cannot be in the future': [
    onTheWay,
    changeVehicle({ changed_at: '2026-11-21T09:35:01Z' }),
    refused('invalid_command', '/changed_at'),
  ],
  'is no matter of a draft': [[created()], changeVehicle(), refused('not_in_transit')],
  'is no matter before the taking over': [
    [created(), assigned()],
    changeVehicle(),
    refused('not_in_transit'),
  ],
  'is no matter after the delivery': [atTheReceiver, changeVehicle(), refused('not_in_transit')],
  'is possible again when the delivery was taken back': [
    [...atTheReceiver, reverted()],
    changeVehicle(),
    [anotherVehicle()],
  ],
  'and its delivery fit into one request': [
    onTheWay,
    [changeVehicle(), confirmDelivery()],
    [anotherVehicle(), delivered()],
  ],
  'of a strict company keeps the plate that the control document asks for': [
    [
      created({ sender_country: 'ES', receiver_country: 'ES', vehicle_plate: '1234 BCD' }, 'strict'),
      assigned(),
      takenOver({ taken_over_at: EARLIER }),
    ],
    changeVehicle({ changes: { vehicle_plate: null } }),
    refused('incomplete'),
  ],
})

const vehicles = (...facts: readonly Fact[]) =>
  vehiclesOf(
    stamped(facts).map(({ type, data, at }) => ({
      type,
      data: JSON.parse(JSON.stringify(data)),
      recorded_at: at,
    })),
  )

t.test('the vehicles that carried the goods', async (t) => {
  const first = [created({ vehicle_plate: '1234 BCD' }), assigned(), takenOver({ taken_over_at: EARLIER })]
  const TAKEN = { vehicle_plate: '1234 BCD', since: EARLIER, recorded_at: '2026-11-20T08:02:00.000Z' }
  t.strictSame(
    vehicles(created({ vehicle_plate: '1234 BCD' }), assigned()),
    [],
    'none before the taking over',
  )
  t.strictSame(vehicles(...first), [TAKEN])
  const next = anotherVehicle({ changes: [change('vehicle_plate', '1234 BCD', '9999 XYZ')] })
  const trailer = vehicleChanged('lent', change('trailer_plate', null, 'R-1'))
  const driver = vehicleChanged('ill', change('driver_name', null, 'Eva Luna'))
  t.strictSame(vehicles(...first, next, driver, trailer), [
    TAKEN,
    { vehicle_plate: '9999 XYZ', since: NOW, recorded_at: '2026-11-20T08:03:00.000Z' },
    {
      vehicle_plate: '9999 XYZ',
      trailer_plate: 'R-1',
      since: '2026-11-20T08:05:00.000Z',
      recorded_at: '2026-11-20T08:05:00.000Z',
    },
  ])
  const jumped = [created(), assigned(inferred), takenOver(inferred), delivered()]
  t.strictSame(vehicles(...jumped, reverted({ back_to: 'draft' })), [], 'nor when it was only inferred')
  t.equal(vehicles(...first, delivered(), reverted()).length, 1)
})

t.test('an edit in transit with a reason stays possible, without the time', async (t) => {
  specify(t, 'such an edit', {
    'is the same event': [
      onTheWay,
      edit({ vehicle_plate: '9999 XYZ' }, 'breakdown'),
      [vehicleChanged('breakdown', change('vehicle_plate', null, '9999 XYZ'))],
    ],
    'waits for open incidents': [
      onTheWay,
      [report(), edit({ vehicle_plate: '9999 XYZ' }, 'breakdown')],
      refused('incident_open'),
    ],
  })
})
