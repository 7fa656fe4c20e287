import type { FoundField } from '@ecmr/ocr'
import { withCorrectedLetters } from '@ecmr/ocr/testing'
import t from 'tap'

const field = (name: FoundField['name'], value: FoundField['value'], confidence = 0.95): FoundField => ({
  name,
  value,
  confidence,
  cmrBox: null,
  sourceText: String(value),
  box: null,
})

/** What becomes of a text in a country. */
function mendedIn(country: string, text: string): FoundField | undefined {
  const fields = [field('sender_country', country), field('sender_city', text)]
  return withCorrectedLetters(fields, null)[1]
}

const corrections = [
  ['ES', 'Mälaga', 'Málaga'],
  ['ES', 'ALBARRÂN', 'ALBARRÁN'],
  ['PT', 'Irmäos', 'Irmãos'],
  ['DE', 'Kóln', 'Köln'],
  ['DE', 'NÚRNBERG', 'NÜRNBERG'],
  ['DE', 'Miinchen', 'München'],
  ['AT', 'GewerbestraBe', 'Gewerbestraße'],
  ['FR', 'Chäteau', 'Château'],
  ['FR', 'Saint á Pont', 'Saint à Pont'],
  ['BE', 'GRÁCE-HOLLOGNE', 'GRÂCE-HOLLOGNE'],
] as const
for (const [country, read, printed] of corrections) {
  t.test(`${read}, a spelling not used in ${country}, is ${printed}, and to be reviewed`, async (t) => {
    const correctedLetters = mendedIn(country, read)
    t.match(correctedLetters, { value: printed, sourceText: read })
    t.ok(correctedLetters && correctedLetters.confidence < 0.85)
  })
}

t.test('what is written so in its country stays, and as sure as it was', async (t) => {
  for (const [country, text] of [
    ['FR', 'Orléans'],
    ['BE', 'Liège'],
    ['ES', 'Güeñes'],
    ['ES', 'Vic - Mançó'],
    ['PT', 'Águeda'],
    ['IT', 'Forlì'],
    ['NL', 'Hoogeveën'],
    ['PL', 'Łódź'],
  ] as const)
    t.match(mendedIn(country, text), { value: text, confidence: 0.95 }, text)
})

t.test('the goods are written in the language of the paper', async (t) => {
  const [goods] = withCorrectedLetters([field('goods_description', 'Bière en füts á pression')], 'fr')
  t.equal(goods?.value, 'Bière en füts à pression')
  const [oranges] = withCorrectedLetters([field('goods_description', 'Fresh oranges, class |, size 3')], 'en')
  t.equal(oranges?.value, 'Fresh oranges, class I, size 3')
})

t.test('codes and numbers are no writing', async (t) => {
  const fields = [field('sender_country', 'DE'), field('goods_marks', 'á 1'), field('goods_weight_kg', 20)]
  t.same(withCorrectedLetters(fields, 'de'), fields)
})
