import { checkBody, createEcmrBody } from '@ecmr/contract'
import t from 'tap'
import { type DrawnPage, drawPage, type Layout, languages, layouts, type PaperLanguage } from '#ocr-corpus'
import { isPrinted } from '../is-printed.js'
import { hasRightCheckDigits } from '../tax-id-check.js'

interface Drawn {
  readonly name: string
  readonly layout: Layout
  readonly language: PaperLanguage
  readonly page: DrawnPage
}

const drawn: readonly Drawn[] = layouts.flatMap((layout) =>
  languages.flatMap((language) =>
    [1, 2].map((seed) => ({
      name: `${layout}-${language}-${seed}`,
      layout,
      language,
      page: drawPage({ layout, language, seed }),
    })),
  ),
)

const required = {
  sender_company_name: '-',
  sender_address: '-',
  sender_city: '-',
  receiver_company_name: '-',
  receiver_address: '-',
  receiver_city: '-',
  goods_description: '-',
  pickup_date: '2000-01-01',
}

t.test('the same seed draws the same page, and another one another', async (t) => {
  for (const layout of layouts) {
    const [first, other] = drawn.filter((each) => each.layout === layout && each.language === 'fr')
    const { pixels, ...replyIn } = drawPage({ layout, language: 'fr', seed: 1 })
    const { pixels: samePixels, ...saidBefore } = first?.page ?? { pixels: [] }
    t.ok(Buffer.from(pixels).equals(Buffer.from(samePixels)), `${layout} has the same pixels`)
    t.same(replyIn, saidBefore)
    t.notSame(replyIn.truth, other?.page.truth)
  }
})

t.test('a consignment that has no room on its paper gives way to the next one', async (t) => {
  const tooMuchToSay = { layout: 'cmr', language: 'fr', seed: 1_815_901_701 } as const
  const { truth, words } = drawPage(tooMuchToSay)
  t.ok(Object.keys(truth).length > 8)
  t.same(drawPage(tooMuchToSay).words, words)
})

t.test('what a page says could be posted as a note', async (t) => {
  for (const { name, page } of drawn) {
    const { truth } = page
    t.same(checkBody(createEcmrBody, { ...required, ...truth }), [], name)
    t.ok(
      String(truth.pickup_date ?? '') <= String(truth.delivery_date ?? '9999'),
      `${name}: delivered after it is fetched`,
    )
  }
})

t.test('the required fields stand on every page; delivery notes may lack the pickup date', async (t) => {
  for (const { name, layout, page } of drawn) {
    const missing = Object.keys(required).filter((field) => !(field in page.truth))
    t.same(
      layout === 'delivery_note' ? missing.filter((field) => field !== 'pickup_date') : missing,
      [],
      name,
    )
  }
})

t.test('every value that a page is said to have is printed on it', async (t) => {
  for (const { name, page } of drawn) {
    const text = page.words.map((word) => word.text).join(' ')
    const missing = Object.entries(page.truth).filter(([field, value]) => !isPrinted(field, value, text))
    t.same(missing, [], name)
  }
})

t.test('words and rules lie within the page', async (t) => {
  for (const { name, page } of drawn) {
    const boxes = [...page.words, ...page.rules].map(({ box }) => box)
    const outside = boxes.filter(
      ({ x, y, width, height }) => x < 0 || y < 0 || x + width > page.width || y + height > page.height,
    )
    t.same(outside, [], name)
  }
})

t.test('tax identifications have right check digits', async (t) => {
  for (const { name, page } of drawn)
    for (const field of ['sender_tax_id', 'receiver_tax_id', 'carrier_tax_id'] as const) {
      const id = page.truth[field]
      if (typeof id === 'string') t.ok(hasRightCheckDigits(id), `${name}: ${id}`)
    }
})
