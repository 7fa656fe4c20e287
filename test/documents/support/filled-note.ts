import { type EcmrFields, ecmrFields, type FieldName, fieldNames } from '@ecmr/domain'

const formats: Readonly<Record<string, string>> = {
  country: 'ES',
  date: '2026-12-24',
  'clock-time': '10:45',
  decimal: '1234.50',
  currency: 'CHF',
}

/** What stands for itself in a text field, so that it is recognised wherever it turns up. */
export const recognisable = (field: string): string =>
  `The_${field}`.replaceAll(/_(.)/g, (_, letter: string) => letter.toUpperCase())

const ofOwnForm: Readonly<Record<string, unknown>> = {
  transport_type: 'international',
  goods_un_number: 'UN 1203',
  goods_packing_group: 'II',
  language: 'pt',
  seal_numbers: [recognisable('seal')],
  documents: [recognisable('document')],
  goods_items: [
    {
      description: recognisable('item'),
      marks: recognisable('mark'),
      packaging: recognisable('packing'),
      packages: 3,
      weight_kg: 2345.25,
      volume_m3: 1.5,
      hs_code: '9999.11',
    },
  ],
  successive_carriers: [
    {
      company_name: recognisable('successor'),
      remarks: recognisable('successor-remark'),
      vehicle_plate: '0000 SUC',
    },
  ],
  charges: [{ kind: recognisable('charge'), amount: '77.70', currency: 'CHF', payer: 'receiver' }],
}

/** A note in which every field says something. */
export function filledFields(): EcmrFields {
  const filled = Object.fromEntries(fieldNames.map((field) => [field, contentsOf(field)]))
  if (!isWhole(filled)) throw new Error('a field is empty')
  return filled
}

const isWhole = (fields: object): fields is EcmrFields => fieldNames.every((field) => field in fields)

function contentsOf(field: FieldName): unknown {
  const { type, format, maxLength = 500 } = ecmrFields[field]
  if (field in ofOwnForm) return ofOwnForm[field]
  if (type === 'boolean') return true
  if (type === 'integer') return 4321
  if (type === 'number') return 8765.25
  if (format === 'email') return `${field.replaceAll('_', '-')}@left-out.example`
  return formats[format ?? ''] ?? recognisable(field).slice(0, maxLength)
}
