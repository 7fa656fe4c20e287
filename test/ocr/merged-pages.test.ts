import type { FoundField } from '@ecmr/ocr'
import { documentReading, type FoundPage, mergedPages } from '@ecmr/ocr/testing'
import t from 'tap'
import { pageOf } from './found-page.js'

const image = { mediaType: 'image/png', bytes: Buffer.from('an image'), width: 800, height: 600 } as const
const engine = { provider: 'tesseract', model: 'spa', version: '5', ms: 12 }

type Fields = Readonly<Partial<Record<FoundField['name'], NonNullable<FoundField['value']>>>>
type Goods = NonNullable<FoundPage['form']['goods']>
type Marks = Partial<FoundPage['marks']>

const sure = { confidence: 0.95, cmrBox: null, box: null } as const

function form(fields: Fields, goods?: Goods, type: FoundPage['form']['documentType'] = 'delivery_note') {
  const found = Object.entries(fields).map(([name, value]) => ({
    ...sure,
    name: name as FoundField['name'],
    value,
    sourceText: String(value),
  }))
  return { documentType: type, language: 'es', fields: found, warnings: [], ...(goods && { goods }) } as const
}

const lines = (...weights: readonly number[]): Goods =>
  weights.map((weight_kg) => ({
    line: { description: `goods of ${weight_kg}`, packages: 1, weight_kg },
    confidence: 0.95,
    box: { x: 0, y: 0, width: 1, height: 1 },
    members: {},
  }))

const parties = { sender_company_name: 'Aceites del Sur SL', receiver_company_name: 'Dupont SARL' }
const others = { sender_company_name: 'Hierros Norte SA', receiver_company_name: 'Muller GmbH' }

type PageRead = readonly [form: ReturnType<typeof form>, marks?: Marks]

/** What pages say together; each is a form and its marks. */
function merged(...pages: readonly PageRead[]) {
  return mergedPages(
    pages.map(([found, marks], index) => ({
      page: index + 1,
      form: found,
      rawText: 'text',
      marks: { title: null, number: null, ...marks },
    })),
  )
}

const codes = ({ warnings }: ReturnType<typeof merged>) => warnings.map(({ code }) => code)
const named = ({ fields }: ReturnType<typeof merged>, name: string) =>
  fields.filter((field) => field.name === name).map(({ value, page }) => [value, page])

t.test(
  'goods run over pages, totals are given once, parties come from the page that states them',
  async (t) => {
    const document = merged(
      [
        form({ ...parties, goods_weight_kg: 30, goods_description: 'oil' }, lines(10, 20)),
        { title: 'delivery_note' },
      ],
      [form({ goods_description: 'oil; wine' }, lines(30))],
      [form({ goods_weight_kg: 100 }, lines(40))],
    )
    t.same(
      document.goods.map(({ line, page }) => [line.weight_kg, page]),
      [
        [10, 1],
        [20, 1],
        [30, 2],
        [40, 3],
      ],
    )
    t.same(named(document, 'goods_weight_kg'), [[100, 3]], 'the subtotal of page 1 is no total')
    t.ok((document.fields.find(({ name }) => name === 'goods_weight_kg')?.confidence ?? 0) >= 0.98)
    t.same(named(document, 'goods_description'), [['oil; wine', 1]])
    t.same(named(document, 'sender_company_name'), [['Aceites del Sur SL', 1]])
    t.same(document.pages, [1, 2, 3])
    t.same(codes(document), [])
  },
)

t.test('a total that the lines do not add up to is to be reviewed', async (t) => {
  const document = merged([form(parties, lines(10, 20))], [form({ goods_weight_kg: 99 }, lines(30, 40))])
  t.ok((document.fields.find(({ name }) => name === 'goods_weight_kg')?.confidence ?? 1) < 0.8)
  t.same(
    named(merged([form(parties, lines(10))], [form({ goods_weight_kg: 20 }, lines(20))]), 'goods_weight_kg'),
    [],
    'the weight of a page with one line is no total',
  )
})

t.test('copies of one note add no goods', async (t) => {
  const copy = [form({ ...parties, reference: 'A-1' }, lines(10, 20)), { title: 'cmr' }] as const
  const document = merged(copy, copy, copy, copy)
  t.equal(document.goods.length, 2)
  t.same(document.pages, [1, 2, 3, 4])
  t.same(codes(document), [])
})

t.test('pages of different documents are never mixed, and a warning names them', async (t) => {
  const first = [form({ ...parties, reference: 'A-1' }, lines(10)), { title: 'delivery_note' }] as const
  const another: readonly (readonly [string, PageRead])[] = [
    ['other parties', [form(others, lines(20))]],
    ['another number', [form({ ...others, reference: 'A-2' }, lines(20)), { number: { page: 1, of: 1 } }]],
    ['another title', [form(parties, lines(20), 'cmr'), { title: 'cmr' }]],
  ]
  for (const [what, page] of another) {
    const document = merged(first, page)
    t.same(document.pages, [1], what)
    t.equal(document.goods.length, 1, what)
    t.match(
      document.warnings,
      [{ code: 'different_documents', message: /^Page 2 is of another document/, field: null }],
      what,
    )
  }
})

t.test('other papers and blank pages are left out by name; the note is found behind them', async (t) => {
  const document = merged(
    [form({ ...parties }, undefined, 'invoice')],
    [form(parties, lines(10), 'cmr'), { title: 'cmr' }],
    [form({}, undefined, 'unknown')],
  )
  t.same(document.pages, [2])
  t.equal(document.documentType, 'cmr')
  t.match(document.warnings, [
    {
      code: 'pages_left_out',
      message: 'Left out: page 1 seems to be an invoice; nothing of a note was found on page 3.',
    },
  ])
})

t.test('pages that number themselves belong together, whatever they seem to be', async (t) => {
  const document = merged(
    [form(parties, lines(10)), { title: 'delivery_note', number: { page: 1, of: 2 } }],
    [form({}, lines(20), 'invoice'), { number: { page: 2, of: 2 } }],
  )
  t.same(document.pages, [1, 2])
})

t.test('what two pages state differently is to be reviewed; pages left out mark nothing', async (t) => {
  const read = (pages: readonly ReturnType<typeof form>[]) =>
    documentReading(
      pages.map((found) => ({ ...pageOf(image), form: found })),
      engine,
    )
  const base = { ...parties, sender_city: 'Jaén' }
  const disagreeing = read([
    form({ ...base, vehicle_plate: '1234 BCD' }),
    form({ vehicle_plate: '9999 XYZ' }),
  ])
  t.match(disagreeing.warnings[0], { code: 'pages_disagree', field: 'vehicle_plate' })
  t.same(
    disagreeing.fields.filter(({ needs_review }) => needs_review).map(({ name }) => name),
    ['vehicle_plate'],
  )
  const left = read([form(base), form(others)])
  t.match(left.warnings, [{ code: 'different_documents' }])
  t.same(
    left.fields.filter(({ needs_review }) => needs_review),
    [],
  )
  t.match(left, {
    raw_text: 'some text\fsome text',
    pages: [
      { page: 1, used: true, text: 'recognition', image: { width: 800 } },
      { page: 2, used: false },
    ],
  })
  t.notOk('pages' in read([form(base)]), 'one image is answered as ever')
})
