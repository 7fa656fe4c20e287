import { checkBody, createEcmrBody } from '@ecmr/contract'
import { countries, currencies, type EcmrFields, ecmrFields, fieldNames, optionalFields } from '@ecmr/domain'
import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'

// Notes of the whole contract, made of the schemas themselves.

const WORDS = `España 1.250,5 <b>&amp; " ' ñ€😀 007 true {} -3 =1+1 __proto__ ﬀ\u200b`.split(' ')

/** Any valid fields of a note, as a log holds them: trimmed. Line breaks stand where a control can hold them. */
export const anyFields: fc.Arbitrary<EcmrFields> = fc
  .record(Object.fromEntries(fieldNames.map((name) => [name, valueFor(ecmrFields[name])])), {
    requiredKeys: fieldNames.filter((name) => !(name in optionalFields)),
  })
  // As a log gives them back.
  .map((fields): unknown => JSON.parse(JSON.stringify(fields)))
  .filter(isFields)

function isFields(value: unknown): value is EcmrFields {
  return checkBody(createEcmrBody, value).length === 0
}

function valueFor(schema: TSchema): fc.Arbitrary<unknown> {
  if (Array.isArray(schema.anyOf)) return fc.constantFrom(...schema.anyOf.map(({ const: each }) => each))
  switch (schema.type) {
    case 'array':
      return fc.array(valueFor(schema.items), { maxLength: Math.min(schema.maxItems, 4) })
    case 'object':
      return objectOf(schema)
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: schema.minimum, max: schema.maximum })
    case 'number':
      return fc
        .oneof(
          fc.double({ min: schema.minimum, max: schema.maximum, noNaN: true }),
          fc.constantFrom(1.25, 1.125, 1250.5, 1250, 0.001, 5e-324, 1e9),
        )
        .map((number) => number + 0)
    default:
      return textOf(schema)
  }
}

function objectOf({ properties, required = [] }: TSchema): fc.Arbitrary<unknown> {
  const members = Object.entries<TSchema>(properties).map(([name, schema]) => [name, valueFor(schema)])
  return fc.record(Object.fromEntries(members), { requiredKeys: required })
}

function textOf({ format, pattern = '', maxLength = 0 }: TSchema): fc.Arbitrary<string> {
  switch (format) {
    case 'date':
      return fc
        .date({ min: new Date('1990-01-01'), max: new Date('2090-12-31'), noInvalidDate: true })
        .map((day) => day.toISOString().slice(0, 10))
    case 'clock-time':
      return fc.constantFrom('00:00', '08:30', '23:59')
    case 'country':
      return fc.constantFrom(...countries)
    case 'currency':
      return fc.constantFrom(...currencies)
    case 'decimal':
      return fc.constantFrom('0', '1250.00', '1.250', '12.5', '999999999999999.9999', '0.125')
    case 'email':
      return fc.constantFrom('trafico@ejemplo.es', 'a+b@example.com')
    default:
      if (pattern.startsWith('^(UN')) return fc.constantFrom('1203', 'UN 1203', 'UN1203')
      if (pattern.startsWith('^[a-z]')) return fc.constantFrom('es', 'fr-FR')
      return words(maxLength)
  }
}

function words(maxLength: number): fc.Arbitrary<string> {
  const between = maxLength >= 1000 ? [' ', '\t', '\n', '\n\n'] : [' ', '\t']
  return fc
    .array(
      fc.tuple(
        fc.oneof(fc.constantFrom(...WORDS), fc.string({ unit: 'grapheme' })),
        fc.constantFrom(...between),
      ),
      {
        minLength: 1,
        maxLength: 4,
      },
    )
    .map((pairs) => pairs.flat().join('').slice(0, Math.min(maxLength, 40)))
    .map((text) =>
      text.replaceAll(/\p{Cc}|\p{Cs}/gu, (control) => (between.includes(control) ? control : '')).trim(),
    )
    .map((text) => text || 'x')
}
