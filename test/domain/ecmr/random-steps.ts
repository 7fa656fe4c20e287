import { type EcmrCommand, type FieldChanges, outcomes, roles, statuses } from '@ecmr/domain'
import fc from 'fast-check'
import { create } from '../asks.js'
import { decaFields } from '../facts.js'

/** Commands that are asked for at one moment, together. */
export interface Step {
  readonly now: string
  readonly commands: readonly EcmrCommand[]
}

const id = fc.constantFrom('1', '2', '3')
const reason = fc.constantFrom('because', ' ', 'an accident')
const perhaps = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 })
const instant = fc.constantFrom(
  '2026-11-23T10:00:00Z',
  '2026-11-23T09:00:00+02:00',
  '2099-01-01T00:00:00Z',
  'soon',
)

const single: fc.Arbitrary<FieldChanges> = fc.constantFrom<FieldChanges[]>(
  { sender_city: 'Huelva' },
  { sender_city: ' Cádiz ' },
  { goods_weight_kg: 2 },
  { goods_weight_kg: null },
  { carrier_company_name: 'Gómez' },
  { carrier_company_name: null },
  { carrier_phone: '600' },
  { vehicle_plate: '9999 XYZ' },
  { vehicle_plate: null },
  { delivery_city: 'Dijon' },
  { delivery_date: '2026-11-24' },
  { delivery_date: '2026-11-01' },
  { seal_numbers: ['S1', 'S2'] },
  { seal_numbers: null },
)
const changes: fc.Arbitrary<FieldChanges> = fc
  .array(single, { minLength: 1, maxLength: 3 })
  .map((singles) => Object.assign({}, ...singles))

// exactOptionalPropertyTypes: an absent member is not one that is undefined.
function withoutUndefined<T extends object>(value: T): T {
  for (const [name, member] of Object.entries(value))
    if (member === undefined) Reflect.deleteProperty(value, name)
  return value
}

const asked: fc.Arbitrary<object> = fc.oneof(
  { arbitrary: fc.record({ type: fc.constant('edit'), changes, reason: perhaps(reason) }), weight: 4 },
  {
    arbitrary: fc.record({
      type: fc.constant('sign'),
      signature: fc.record({
        role: fc.constantFrom(...roles),
        signer_name: fc.constant('Ana'),
        method: fc.constantFrom('drawn', 'typed', 'api'),
      }),
    }),
    weight: 4,
  },
  fc.record({
    type: fc.constant('record_reservation'),
    reservation_id: id,
    by: fc.constantFrom(...roles),
    grounds: fc.constant('two boxes wet'),
  }),
  fc.record({
    type: fc.constant('report_incident'),
    incident_id: id,
    incident: fc.record({ type: fc.constant('delay'), description: reason }),
  }),
  {
    arbitrary: fc.record({
      type: fc.constant('resolve_incident'),
      incident_id: id,
      outcome: fc.constantFrom(...outcomes),
      note: perhaps(reason),
    }),
    weight: 4,
  },
  {
    arbitrary: fc.record({
      type: fc.constant('change_status'),
      to: fc.constantFrom(...statuses),
      reason: perhaps(reason),
    }),
    weight: 3,
  },
  fc.record({ type: fc.constant('take_over'), at: perhaps(instant) }),
  fc.record({
    type: fc.constant('confirm_delivery'),
    at: perhaps(instant),
    unsigned_reason: perhaps(reason),
  }),
  fc.record({ type: fc.constant('cancel'), reason }),
  fc.constant(create()),
)

const commands = fc.array(asked.map(withoutUndefined), { minLength: 1, maxLength: 3 }) as fc.Arbitrary<
  EcmrCommand[]
>

const now = fc
  .integer({ min: 0, max: 20 * 24 * 60 })
  .map((minutes) => new Date(Date.parse('2026-11-20T00:00:00Z') + minutes * 60_000).toISOString())

const creation = fc
  .tuple(fc.constantFrom('lenient', 'strict'), fc.boolean(), now)
  .map(([policy, complete, at]) => ({ now: at, commands: [create(complete ? decaFields : {}, policy)] }))

/** The life of a note: its creation, then whatever people think of. */
export const steps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(creation, fc.array(fc.record({ now, commands }), { maxLength: 25 }))
  .map(([first, others]) => [first, ...others])
