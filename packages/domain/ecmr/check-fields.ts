import type { Fault } from '../refusals.js'
import type { FieldChanges, FieldName } from './fields.js'

/** Two or three fields that cannot all be true. What is merely missing is a matter of compliance, not a fault. */
interface Rule {
  readonly involves: readonly FieldName[]
  /** where the fault is shown */
  readonly at: FieldName
  readonly message: string
  readonly broken: (fields: FieldChanges) => boolean
}

const rules: readonly Rule[] = [
  {
    involves: ['pickup_time_from', 'pickup_time_to'],
    at: 'pickup_time_to',
    message: 'pickup_time_to is before pickup_time_from.',
    broken: (fields) => isBefore(fields.pickup_time_to, fields.pickup_time_from),
  },
  {
    involves: ['delivery_time_from', 'delivery_time_to'],
    at: 'delivery_time_to',
    message: 'delivery_time_to is before delivery_time_from.',
    broken: (fields) => isBefore(fields.delivery_time_to, fields.delivery_time_from),
  },
  {
    involves: ['pickup_date', 'delivery_date'],
    at: 'delivery_date',
    message: 'delivery_date is before pickup_date.',
    broken: (fields) => isBefore(fields.delivery_date, fields.pickup_date),
  },
  {
    involves: ['cod_amount', 'cod_currency'],
    at: 'cod_currency',
    message: 'cod_amount needs a cod_currency, such as "EUR".',
    broken: (fields) => isGiven(fields.cod_amount) && !isGiven(fields.cod_currency),
  },
  {
    involves: ['declared_value', 'declared_value_currency'],
    at: 'declared_value_currency',
    message: 'declared_value needs a declared_value_currency, such as "EUR".',
    broken: (fields) => isGiven(fields.declared_value) && !isGiven(fields.declared_value_currency),
  },
  {
    involves: ['goods_dangerous', 'goods_un_number'],
    at: 'goods_dangerous',
    message: 'goods_dangerous is false although goods_un_number names dangerous goods.',
    broken: (fields) => fields.goods_dangerous === false && isGiven(fields.goods_un_number),
  },
  {
    involves: ['transport_type', 'pickup_country', 'delivery_country'],
    at: 'transport_type',
    message: 'transport_type is national although pickup_country and delivery_country differ.',
    broken: ({ transport_type, pickup_country, delivery_country }) =>
      transport_type === 'national' &&
      isGiven(pickup_country) &&
      isGiven(delivery_country) &&
      pickup_country !== delivery_country,
  },
]

/**
 * Contradictions between fields of one request, beyond what the schema of each field says. An update is judged only
 * where it mentions every field involved; `decide` judges the rest on the whole note.
 *
 * @param wrong fields that are faulty by themselves: what they would mean for others is not known
 */
export function checkFields(
  input: FieldChanges,
  mode: 'create' | 'update',
  wrong: ReadonlySet<string> = new Set(),
): readonly Fault[] {
  const isMentioned = (field: FieldName): boolean => input[field] !== undefined
  return contradictions(
    input,
    (involved) =>
      !involved.some((field) => wrong.has(field)) && (mode === 'create' || involved.every(isMentioned)),
  )
}

/** Contradictions among fields, as far as they are of interest. */
export function contradictions(
  fields: FieldChanges,
  isOfInterest: (involved: readonly FieldName[]) => boolean = () => true,
): readonly Fault[] {
  return rules
    .filter((rule) => isOfInterest(rule.involves) && rule.broken(fields))
    .map(({ at, message }) => ({ pointer: `/${at}`, code: 'contradiction', message }))
}

// Dates YYYY-MM-DD and times HH:MM sort as text.
function isBefore(a: string | null | undefined, b: string | null | undefined): boolean {
  return isGiven(a) && isGiven(b) && a < b
}

function isGiven<T>(value: T | null | undefined): value is T {
  return value !== null && value !== undefined
}
