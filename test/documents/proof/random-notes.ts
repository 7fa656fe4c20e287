import { type EcmrCommand, type JsonValue, optionalFields, requiredFields, roles } from '@ecmr/domain'
import { createCanvas } from '@napi-rs/canvas'
import type { TSchema } from '@sinclair/typebox'
import fc from 'fast-check'
import * as asks from '../../domain/asks.js'
import { steps } from '../../domain/ecmr/random-steps.js'

/** The fields of a note, as they are sent. */
export type SentFields = Readonly<Record<string, JsonValue | undefined>>

/** A note that people might write, and what they do with it before and after its document is issued. */
export interface RandomNote {
  readonly fields: SentFields
  readonly before: readonly EcmrCommand[]
  readonly after: readonly EcmrCommand[]
}

const LETTERS = [...'abcdefghijklmnoprstuvwxyzABCDEFGHIJ0123456789áéíóúñçßøžłőΩβλДжщ']
const word = fc.string({ unit: fc.constantFrom(...LETTERS), minLength: 4, maxLength: 10 })
const odd = fc.constantFrom(
  ...['#strong[x]', '<b>&amp;</b>', '$x^2$', '*a* _b_ `c`', '"q" \\ ~ // c /* d', '@x <y>', '= h'],
  ...['漢字', '😀', 'שלום', 'مرحبا', 'a\tb', 'one\ntwo', 'ﬁnd', 'cafe\u0301', 'w'.repeat(60)],
)

/** Half a character, where a text was cut. */
const HALF = /[\ud800-\udbff]$/

function text(most: number): fc.Arbitrary<string> {
  const someWords = fc.oneof(
    { weight: 30, arbitrary: fc.array(word, { minLength: 1, maxLength: 5 }) },
    { weight: 4, arbitrary: fc.array(fc.oneof(word, odd), { minLength: 1, maxLength: 6 }) },
    { weight: 1, arbitrary: fc.array(word, { minLength: 200, maxLength: 700, size: 'max' }) },
  )
  return someWords.map((words) => words.join(' ').slice(0, most).replace(HALF, '').trim())
}

const day = fc
  .integer({ min: 0, max: 700 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10))
const two = (most: number) => fc.integer({ min: 0, max: most }).map((n) => String(n).padStart(2, '0'))
const amount = fc.tuple(fc.integer({ min: 1, max: 9_999_999 }), fc.constantFrom('', '.5', '.00', '.1234'))

const formats: Readonly<Record<string, fc.Arbitrary<string>>> = {
  country: fc.constantFrom('ES', 'FR', 'DE', 'PT', 'IT', 'GB', 'MA', 'PL'),
  currency: fc.constantFrom('EUR', 'GBP', 'PLN'),
  date: day,
  'clock-time': fc.tuple(two(23), two(59)).map((parts) => parts.join(':')),
  email: word.map((name) => `person-${name.replace(/[^a-z]/g, '')}a@example.com`),
  decimal: amount.map(([whole, fraction]) => `${whole}${fraction}`),
}

/** Any value that a field may have. */
function anyOf(schema: TSchema): fc.Arbitrary<JsonValue> {
  if (schema.anyOf) return fc.constantFrom(...schema.anyOf.map((one: TSchema) => one.const))
  switch (schema.type) {
    case 'boolean':
      return fc.boolean()
    case 'integer':
      return fc.integer({ min: 0, max: 50_000 })
    case 'number':
      return fc.integer({ min: 0, max: 90_000_000 }).map((n) => n / 1000)
    case 'array':
      return fc.array(anyOf(schema.items), { minLength: 1, maxLength: 4 })
    case 'object':
      return fc.record(anyOfEach(schema.properties), { requiredKeys: schema.required })
    default:
      return formats[schema.format] ?? text(schema.maxLength ?? 500)
  }
}

function anyOfEach(schemas: Readonly<Record<string, TSchema>>): Record<string, fc.Arbitrary<JsonValue>> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, anyOf(schema)]))
}

// What carriage it is follows from these; the language of a document is named when it is issued.
const {
  transport_type: _,
  language: __,
  cod_currency: ___,
  declared_value_currency: ____,
  ...free
} = optionalFields
const privately = word.map((name) => `Private ${name}`)
const personal = [
  ...['sender_contact_name', 'receiver_contact_name', 'driver_name'],
  ...['sender_phone', 'receiver_phone', 'carrier_phone', 'driver_phone'],
]
const optional: Readonly<Record<string, fc.Arbitrary<JsonValue>>> = {
  ...anyOfEach(free),
  ...Object.fromEntries(personal.map((name) => [name, privately])),
  goods_un_number: fc.constantFrom('UN 1203', '1950'),
}

const regimes = fc.constantFrom<SentFields[]>(
  { pickup_country: 'ES', delivery_country: 'ES' },
  { pickup_country: 'ES', delivery_country: 'ES', transport_type: 'national' },
  { pickup_country: 'ES', delivery_country: 'FR', transport_type: 'international' },
  { pickup_country: 'PT', delivery_country: 'DE' },
  { transport_type: 'international' },
  {},
)

const fields = fc
  .tuple(fc.record(anyOfEach(requiredFields)), fc.record(optional, { requiredKeys: [] }), regimes)
  .map((parts) => consistent(Object.assign({}, ...parts)))

/** Without what contradicts itself, which is refused. */
function consistent(sent: SentFields): SentFields {
  const { cod_amount, declared_value, goods_un_number, delivery_date, pickup_date, ...others } = sent
  return {
    ...others,
    ...(cod_amount && { cod_amount, cod_currency: 'EUR' }),
    ...(declared_value && { declared_value, declared_value_currency: 'PLN' }),
    ...(others.goods_dangerous !== false && { goods_un_number }),
    pickup_date,
    ...(delivery_date && { delivery_date: [delivery_date, pickup_date].sort()[1] }),
    ...inOrder(others, 'pickup_time_from', 'pickup_time_to'),
    ...inOrder(others, 'delivery_time_from', 'delivery_time_to'),
  }
}

function inOrder(sent: SentFields, from: string, to: string): SentFields {
  const [early, late] = [sent[from] ?? null, sent[to] ?? null].sort()
  return early && late ? { [from]: early, [to]: late } : {}
}

const stroke = createCanvas(200, 80)
stroke.getContext('2d').fillRect(10, 30, 150, 6)

const signature: fc.Arbitrary<EcmrCommand> = fc
  .record({
    role: fc.constantFrom(...roles),
    more: fc.record(
      {
        signer_name: word.map((name) => `Signer ${name}`),
        signer_tax_id: word,
        place: word,
        remarks: text(500),
        drawn: fc.constant({ method: 'drawn' as const, signature_image: stroke.toDataURL() }),
      },
      { requiredKeys: [] },
    ),
  })
  .map(({ role, more: { drawn, ...more } }) => asks.sign(role, { ...more, ...drawn }))

const amendment: fc.Arbitrary<EcmrCommand> = fc
  .shuffledSubarray(Object.keys(optional), { minLength: 1, maxLength: 4 })
  .chain((names) =>
    fc.record(Object.fromEntries(names.map((name) => [name, fc.option(optional[name] ?? word)]))),
  )
  .map((changes) => asks.edit(changes, 'Agreed by telephone'))

const commands = fc
  .tuple(steps, fc.array(fc.oneof(signature, amendment), { minLength: 2, maxLength: 6 }))
  .chain(([[, ...random], own]) => fc.shuffledSubarray([...random.flatMap((step) => step.commands), ...own]))
  .map((all) => all.filter(({ type }) => type !== 'create'))

const isCancelling = ({ type }: EcmrCommand): boolean => type === 'cancel'

/** Notes of all kinds, the same in every run. */
export function randomNotes(count: number): readonly RandomNote[] {
  const note = fc.record({
    fields,
    before: commands.map((all) => all.filter((one) => !isCancelling(one))),
    // Half of them are left as they are.
    after: fc.oneof(fc.constant([]), commands),
  })
  return fc.sample(note, { numRuns: count, seed: 18 })
}
