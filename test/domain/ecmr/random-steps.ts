import {
  type EcmrCommand,
  type EcmrFields,
  type FieldChanges,
  outcomes,
  type Policy,
  roles,
  statuses,
} from '@ecmr/domain'
import fc from 'fast-check'
import * as asks from '../asks.js'
import { cmrFields, decaFields } from '../facts.js'

/** Commands that are asked for at one moment, together. */
export interface Step {
  readonly now: string
  readonly commands: readonly EcmrCommand[]
}

const id = fc.constantFrom('1', '2', '3')
const role = fc.constantFrom(...roles)
const reason = fc.constantFrom('because', ' ', 'an accident')
const maybeReason = fc.option(reason, { nil: undefined, freq: 2 })
const instant = fc.constantFrom(
  '2026-11-23T10:00:00Z',
  '2026-11-23T09:00:00+02:00',
  '2099-01-01T00:00:00Z',
  'soon',
)

const change = fc.constantFrom<FieldChanges[]>(
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
const changes = fc.array(change, { minLength: 1, maxLength: 3 }).map((some) => Object.assign({}, ...some))

const command: fc.Arbitrary<EcmrCommand> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(changes, maybeReason).map(([some, why]) => asks.edit(some, why)) },
  {
    weight: 4,
    arbitrary: fc
      .tuple(role, fc.option(instant, { nil: undefined, freq: 2 }))
      .map(([by, signed_at]) => asks.sign(by, signed_at === undefined ? {} : { signed_at })),
  },
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.constantFrom(...outcomes), id)
      .map(([outcome, one]) => asks.resolve(outcome, { incident_id: one })),
  },
  {
    weight: 3,
    arbitrary: fc.tuple(fc.constantFrom(...statuses), maybeReason).map(([to, why]) => asks.moveTo(to, why)),
  },
  fc.tuple(role, id).map(([by, one]) => asks.reserve(by, one)),
  fc.tuple(reason, id).map(([description, one]) => asks.report({ description }, one)),
  fc.record({ at: instant }, { requiredKeys: [] }).map(asks.takeOver),
  fc.record({ at: instant, unsigned_reason: reason }, { requiredKeys: [] }).map(asks.confirmDelivery),
  fc.constantFrom({ order: '1' }, { order: null, lane: 'x' }, null).map(asks.keep),
  reason.map(asks.revertDelivery),
  fc.tuple(role, id).map(([as, share_id]) => asks.share({ share_id, access: 'act', role: as })),
  id.map((share_id) => asks.share({ share_id })),
  id.map(asks.revokeShare),
  fc.record({ reason, changed_at: instant }, { requiredKeys: ['reason'] }).map(asks.changeVehicle),
  reason.map(asks.cancel),
  fc.constant(asks.create()),
)

const now = fc
  .integer({ min: 0, max: 20 * 24 * 60 })
  .map((minutes) => new Date(Date.parse('2026-11-20T00:00:00Z') + minutes * 60_000).toISOString())

const creation = fc
  .record({
    policy: fc.constantFrom<Policy[]>('lenient', 'strict'),
    fields: fc.constantFrom<Partial<EcmrFields>[]>({}, decaFields, cmrFields),
    now,
  })
  .map(({ policy, fields, now }) => ({ now, commands: [asks.create(fields, policy)] }))

const laterStep = fc.record({ now, commands: fc.array(command, { minLength: 1, maxLength: 3 }) })

/** The life of a note: its creation, then whatever people think of. */
export const steps: fc.Arbitrary<readonly Step[]> = fc
  .tuple(creation, fc.array(laterStep, { maxLength: 25 }))
  .map(([first, others]) => [first, ...others])
