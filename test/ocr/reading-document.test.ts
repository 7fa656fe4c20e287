import { createHash } from 'node:crypto'
import { checkBody, createEcmrBody } from '@ecmr/contract'
import {
  type DocumentImage,
  type DocumentReading,
  type FoundField,
  REVIEW_BELOW,
  type ReadForm,
} from '@ecmr/ocr'
import { documentReading, type Findings } from '@ecmr/ocr/testing'
import t from 'tap'

const image: DocumentImage = {
  mediaType: 'image/png',
  bytes: Buffer.from('an image'),
  width: 800,
  height: 600,
}
const engine = { provider: 'tesseract', model: 'spa', version: '7.0.0', ms: 12 }

const found = (name: FoundField['name'], value: FoundField['value'], more: Partial<FoundField> = {}) => ({
  name,
  value,
  confidence: 0.9,
  cmrBox: null,
  sourceText: String(value),
  box: null,
  ...more,
})

const all = [
  found('pickup_date', '2026-03-02'),
  found('goods_description', 'Aceite de oliva'),
  found('receiver_city', 'Lyon'),
  found('receiver_address', '12 rue de la Gare'),
  found('receiver_company_name', 'Dupont SARL'),
  found('sender_city', 'Jaén'),
  found('sender_address', 'Calle Mayor 1'),
  found('sender_company_name', 'Aceites del Sur, S.L.'),
]

function reading(fields: readonly FoundField[], more: Partial<Findings & ReadForm> = {}): DocumentReading {
  const form = { documentType: 'cmr', language: 'es', warnings: [], ...more, fields } as const
  return documentReading(
    { rawText: 'some text', answer: null, place: () => null, turned: 0, ...more, form },
    image,
    engine,
  )
}

const codes = ({ warnings }: DocumentReading): readonly string[] => warnings.map(({ code }) => code)
const named = ({ fields }: DocumentReading, name: string) => fields.find((field) => field.name === name)

t.test('what a page says is given in the order of a printed note, and can be posted', async (t) => {
  const read = reading([found('goods_weight_kg', 18400), found('seal_numbers', ['A1', 'B2']), ...all])
  t.same(
    read.fields.map(({ name }) => name),
    [...all.map(({ name }) => name).reverse(), 'seal_numbers', 'goods_weight_kg'],
  )
  t.same(checkBody(createEcmrBody, read.data), [])
  t.match(read, {
    document_type: 'cmr',
    language: 'es',
    raw_text: 'some text',
    missing_fields: [],
    warnings: [],
  })
  t.same(read.engine, engine)
})

t.test('the image is described as it was sent', async (t) => {
  const sha256 = createHash('sha256').update('an image').digest('hex')
  t.same(reading(all).image, { media_type: 'image/png', bytes: 8, sha256, width: 800, height: 600 })
})

t.test('the eight required fields are there even when nothing was read', async (t) => {
  const read = reading([
    found('sender_city', null, { confidence: 0.9, sourceText: 'J#é~' }),
    found('notes', null),
  ])
  t.equal(Object.keys(read.data).length, 9)
  t.ok(Object.values(read.data).every((value) => value === null))
  t.same(read.missing_fields.length, 8)
  t.match(named(read, 'sender_city'), { value: null, confidence: 0, needs_review: true, source_text: 'J#é~' })
})

t.test('a field with low confidence is to be reviewed', async (t) => {
  const [first, ...others] = all.map((field) => ({ ...field, confidence: REVIEW_BELOW }))
  const read = reading([...others, ...(first ? [{ ...first, confidence: REVIEW_BELOW - 0.001 }] : [])])
  t.same(
    read.fields.filter(({ needs_review }) => needs_review).map(({ name }) => name),
    ['pickup_date'],
  )
  t.same(codes(read), [])
  t.same(codes(reading(all.map((field) => ({ ...field, confidence: 0.5 })))), ['low_confidence'])
})

t.test('a value that no creation would take is null, and said', async (t) => {
  const impossible = [
    found('pickup_date', '2026-02-30'),
    found('pickup_country', 'XX'),
    found('goods_packages', 1.5),
    found('goods_weight_kg', -3),
    found('sender_email', 'ventas@'),
    found('documents', ['']),
    found('goods_dangerous', 'no'),
    found('notes', 'a'.repeat(5001)),
  ]
  for (const field of impossible) {
    const read = reading([field])
    t.match(named(read, field.name), { value: null, confidence: 0, needs_review: true }, field.name)
    t.equal(read.data[field.name], null)
    t.match(read.warnings[0], { code: 'invalid_value', field: field.name })
  }
})

t.test('values that contradict each other are to be reviewed', async (t) => {
  const read = reading([...all, found('delivery_date', '2026-03-01')])
  t.match(named(read, 'delivery_date'), { value: '2026-03-01', needs_review: true })
  t.match(read.warnings, [{ code: 'contradiction', field: 'delivery_date' }])
})

t.test('of a field that stands there twice the surer value is given', async (t) => {
  const read = reading([
    found('sender_city', 'Jaen', { confidence: 0.5 }),
    found('sender_city', 'Jaén', { confidence: 0.8 }),
    found('sender_city', null, { confidence: 0.99 }),
  ])
  t.match(read.fields, [{ name: 'sender_city', value: 'Jaén' }])
})

t.test('places are rounded, and never beyond the image', async (t) => {
  const placed = (place: Findings['place']) =>
    reading([found('notes', 'x', { box: { x: 0, y: 0, width: 1, height: 1 } })], { place }).fields[0]?.bbox
  t.same(
    placed(() => [0.123456, 0.5, 0.25, 0.1]),
    [0.1235, 0.5, 0.25, 0.1],
  )
  t.same(
    placed(() => [0.99996, 0.99994, 0.1, 0.1]),
    [1, 0.9999, 0, 0.0001],
  )
  t.equal(
    placed(() => [Number.NaN, 0, 1, 1]),
    null,
  )
  t.equal(
    placed(() => null),
    null,
  )
  t.equal(reading([found('notes', 'x')], { place: () => [0, 0, 1, 1] }).fields[0]?.bbox, null, 'no box')
})

t.test('a page that says nothing is said to, with the reason', async (t) => {
  t.same(codes(reading([], { rawText: ' \n' })), ['no_text'])
  t.same(codes(reading([])), ['not_a_consignment_note'])
  t.same(codes(reading(all, { turned: 90 })), ['page_turned'])
})

t.test('warnings of the form come first, then those of the engine', async (t) => {
  const warning = (code: string) => ({ code, message: code, field: null })
  const form = {
    documentType: 'unknown',
    language: null,
    fields: [],
    warnings: [warning('of the form')],
  } as const
  const findings = { form, rawText: '', answer: 'Yes.', place: () => null, turned: 0 } as const
  const read = documentReading({ ...findings, warnings: [warning('of the engine')] }, image, engine)
  t.same(codes(read), ['of the form', 'of the engine', 'no_text'])
  t.equal(read.answer, 'Yes.')
})
