import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { checkBody, createEcmrBody } from '@ecmr/contract'
import {
  type DocumentReader,
  type DocumentReading,
  DocumentReadingUnavailable,
  type FoundField,
  REVIEW_BELOW,
  type ReadForm,
  type ReadingOutcome,
} from '@ecmr/ocr'
import {
  documentReader,
  documentReading,
  type Findings,
  type PageReader,
  PagesUnderWay,
  withReadingLog,
} from '@ecmr/ocr/testing'
import t from 'tap'
import { pageOf } from './found-page.js'

const image = { mediaType: 'image/png', bytes: Buffer.from('an image'), width: 800, height: 600 } as const
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
  const { documentType = 'cmr', language = 'es', warnings = [], ...rest } = more
  const form = { documentType, language, warnings: [], fields } as const
  return documentReading([{ ...pageOf(image), warnings, form, ...rest }], engine)
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
  const sha256 = createHash('sha256').update('an image').digest('hex')
  t.match(read, {
    document_type: 'cmr',
    language: 'es',
    raw_text: 'some text',
    missing_fields: [],
    warnings: [],
    engine,
    image: { media_type: 'image/png', bytes: 8, sha256, width: 800, height: 600 },
  })
})

t.test('the eight required fields are there even when nothing was read', async (t) => {
  const read = reading([found('sender_city', null, { sourceText: 'J#é~' }), found('notes', null)])
  t.equal(Object.keys(read.data).length, 9)
  t.ok(Object.values(read.data).every((value) => value === null))
  t.equal(read.missing_fields.length, 8)
  t.match(named(read, 'sender_city'), { value: null, confidence: 0, needs_review: true, source_text: 'J#é~' })
})

t.test('a field with low confidence is to be reviewed', async (t) => {
  const read = reading(
    all.map((field, index) => ({ ...field, confidence: REVIEW_BELOW - (index === 0 ? 0.001 : 0) })),
  )
  t.same(
    read.fields.filter(({ needs_review }) => needs_review).map(({ name }) => name),
    ['pickup_date'],
  )
  t.same(codes(read), [])
  t.same(codes(reading(all.map((field) => ({ ...field, confidence: 0.5 })))), ['low_confidence'])
})

t.test('a value that no creation would take is null, with a warning', async (t) => {
  for (const field of [
    found('pickup_date', '2026-02-30'),
    found('pickup_country', 'XX'),
    found('goods_packages', 1.5),
    found('goods_weight_kg', -3),
    found('sender_email', 'ventas@'),
    found('documents', ['']),
    found('goods_dangerous', 'no'),
    found('notes', 'a'.repeat(5001)),
  ]) {
    const read = reading([field])
    t.match(named(read, field.name), { value: null, confidence: 0, needs_review: true }, field.name)
    t.equal(read.data[field.name], null)
    t.match(read.warnings[0], { code: 'invalid_value', field: field.name })
  }
})

t.test('values that contradict each other are to be reviewed; of two the surer one is given', async (t) => {
  const read = reading([...all, found('delivery_date', '2026-03-01')])
  t.match(named(read, 'delivery_date'), { value: '2026-03-01', needs_review: true })
  t.match(read.warnings, [{ code: 'contradiction', field: 'delivery_date' }])
  const twice = [
    found('sender_city', 'Jaen', { confidence: 0.5 }),
    found('sender_city', 'Jaén', { confidence: 0.8 }),
    found('sender_city', null, { confidence: 0.99 }),
  ]
  t.match(reading(twice).fields, [{ name: 'sender_city', value: 'Jaén' }])
})

t.test('places are rounded, and never beyond the image', async (t) => {
  const placed = (place: ReturnType<Findings['place']>, box: FoundField['box']) =>
    reading([found('notes', 'x', { box })], { place: () => place }).fields[0]?.bbox
  const box = { x: 0, y: 0, width: 1, height: 1 }
  t.same(placed([0.123456, 0.5, 0.25, 0.1], box), [0.1235, 0.5, 0.25, 0.1])
  t.same(placed([0.99996, 0.99994, 0.1, 0.1], box), [1, 0.9999, 0, 0.0001])
  t.equal(placed([Number.NaN, 0, 1, 1], box), null)
  t.equal(placed(null, box), null)
  t.equal(placed([0, 0, 1, 1], null), null, 'no box')
})

const line = (value: object, confidence: number) => ({
  line: { description: 'Aceite', ...value },
  confidence,
  box: { x: 0, y: 0, width: 1, height: 1 },
  members: {
    description: {
      value: 'Aceite',
      sure: 1,
      words: [{ text: 'Aceite', confidence: 1, box: { x: 0, y: 0, width: 1, height: 1 } }],
    },
  },
})

t.test('lines of goods can be posted, and each says how surely it was read', async (t) => {
  const form = { documentType: 'delivery_note', language: 'es', fields: all, warnings: [] } as const
  const goods = [line({ packages: 2, weight_kg: 18.5 }, 0.95), line({ packages: 1.5 }, 0.99), line({}, 0.6)]
  const read = reading([], { form: { ...form, goods }, place: () => [0.1, 0.2, 0.3, 0.4] })
  t.same(read.data.goods_items, [
    { description: 'Aceite', packages: 2, weight_kg: 18.5 },
    { description: 'Aceite' },
  ])
  const each = { source_text: 'Aceite', bbox: [0.1, 0.2, 0.3, 0.4] }
  t.same(read.goods_items, [
    { ...each, confidence: 0.95, needs_review: false, page: 1 },
    { ...each, confidence: 0.6, needs_review: true, page: 1 },
  ])
  t.match(read.warnings, [
    { code: 'invalid_value', field: 'goods_items', message: /^1 lines/ },
    { code: 'goods_items_unsure', field: 'goods_items', message: /^1 of 2/ },
  ])
  t.same(checkBody(createEcmrBody, read.data), [])
  const invoice = reading([], { form: { ...form, documentType: 'invoice', goods } })
  t.ok(invoice.goods_items.every(({ needs_review }) => needs_review))
  t.notOk('goods_items' in reading(all).data)
})

t.test('warnings of the form come first, then those of the engine, then why nothing was read', async (t) => {
  t.same(codes(reading([], { rawText: ' \n' })), ['no_text'])
  t.same(codes(reading([])), ['not_a_consignment_note'])
  t.same(codes(reading(all, { turned: 90 })), ['page_turned'])
  const warning = (code: string) => ({ code, message: code, field: null })
  const form = { documentType: 'unknown', language: null, fields: [], warnings: [warning('form')] } as const
  const read = reading([], { form, rawText: '', answer: 'Yes.', warnings: [warning('engine')] })
  t.same(codes(read), ['form', 'engine', 'no_text'])
  t.equal(read.answer, 'Yes.')
})

/** What is logged and observed of a reading by `read`. */
async function loggedOf(read: DocumentReader['read'], signal = new AbortController().signal) {
  const logged: unknown[] = []
  const log = {
    info: (fields: object) => void logged.push(['info', fields]),
    warn: (fields: object) => void logged.push(['warn', fields]),
  }
  const observe = (outcome: string, seconds: number) => void logged.push([outcome, typeof seconds])
  const reader = withReadingLog({ read }, { provider: 'tesseract', log, observe })
  const end = await reader
    .read({ files: [image], companyId: 'one', signal, prompt: 'a secret' })
    .catch((error: unknown) => error)
  return { logged, end }
}

const damaged: ReadingOutcome = { ok: false, fault: { code: 'damaged' }, file: 0 }
const full = new DocumentReadingUnavailable(5, 'too many pages are waiting')
const failed = new TypeError('"Aceites del Sur" is no number')
const left = AbortSignal.abort()
for (const [what, read, end, level, outcome, signal] of [
  ['a fault of an image is logged by its code', async () => damaged, damaged, 'info', { outcome: 'damaged' }],
  [
    'an engine that cannot be used is logged with its reason',
    () => Promise.reject(full),
    full,
    'warn',
    { outcome: 'unavailable', reason: 'too many pages are waiting' },
  ],
  [
    'an abandoned reading is not an error',
    () => Promise.reject(left.reason),
    left.reason,
    'info',
    { outcome: 'abandoned' },
    left,
  ],
  [
    'of an internal error only its kind is logged: it may hold what was read',
    () => Promise.reject(failed),
    failed,
    'warn',
    { outcome: 'failed' },
  ],
] as const satisfies readonly (readonly [
  string,
  DocumentReader['read'],
  unknown,
  string,
  object,
  AbortSignal?,
])[])
  t.test(what, async (t) => {
    const result = await loggedOf(read, signal)
    t.equal(result.end, end)
    const facts = { provider: 'tesseract', width: 800, height: 600, bytes: 8, ms: Number, ...outcome }
    t.match(result.logged, [
      [outcome.outcome, 'number'],
      [level, facts],
    ])
    t.notMatch(JSON.stringify(result.logged), /Aceites|secret/)
  })

/** A reader whose readings end when the test wants them to. */
function heldReader() {
  const ends: ((error?: Error) => void)[] = []
  const reader: PageReader = {
    readPage: () =>
      new Promise((resolve, reject) => {
        ends.push((error) => (error ? reject(error) : resolve({ ok: false, fault: { code: 'damaged' } })))
      }),
  }
  const pool = { countPages: () => Promise.reject(new Error('there is no PDF')) }
  const limited = documentReader({ reader, pool, limits: new PagesUnderWay({ readings: 2, pages: 9 }) })
  const { signal } = new AbortController()
  const read = (companyId: string) => limited.read({ files: [image], companyId, signal })
  return { ends, read }
}

t.test('a company has so many readings under way, whatever others have', async (t) => {
  const { read, ends } = heldReader()
  const under = [read('one'), read('one'), read('another')]
  t.match(await read('one'), { ok: false, fault: { code: 'too_many_at_once', retryAfterSeconds: 5 } })
  await setImmediate()
  t.equal(ends.length, 3, 'the reader was not asked')
  ends[0]?.()
  t.same(await under[0], damaged)
  const next = read('one')
  await setImmediate()
  t.equal(ends.length, 4)
  for (const end of ends) end()
  t.same(await Promise.all([...under, next]), [damaged, damaged, damaged, damaged])
  const failing = [read('one'), read('one')]
  await setImmediate()
  for (const end of ends.slice(4)) end(new Error('no engine'))
  for (const reading of failing) await t.rejects(reading, { message: 'no engine' })
  const last = read('one')
  await setImmediate()
  ends[6]?.()
  t.same(await last, damaged, 'one that fails is not under way any more')
})
