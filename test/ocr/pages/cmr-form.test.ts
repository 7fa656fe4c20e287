import { readConsignmentNote } from '@ecmr/ocr/testing'
import fc from 'fast-check'
import t from 'tap'
import { drawnForm, fieldsOf, frenchForm } from '../cmr-papers.js'
import { type Written, writtenPage } from '../written-page.js'

const changed = (from: string, to: string): readonly Written[] =>
  frenchForm.map(([x, y, text]) => [x, y, text.replace(from, to)] as const)
const value = (texts: readonly Written[], name: string) =>
  new Map<string, unknown>([...fieldsOf(writtenPage(texts))].map(([key, field]) => [key, field.value])).get(
    name,
  )

t.test(
  'a form without printed lines and numbers, in French only, is read by the places of its captions',
  async (t) => {
    const form = readConsignmentNote(writtenPage(frenchForm))
    t.equal(form.documentType, 'cmr')
    t.equal(form.language, 'fr')
    const read = Object.fromEntries(form.fields.map(({ name, value }) => [name, value]))
    t.match(read, {
      sender_company_name: 'Vins Beauvallon SA',
      sender_address: '33 route de Narbonne',
      sender_city: 'Bordeaux',
      sender_postal_code: '33300',
      sender_country: 'FR',
      receiver_company_name: 'Rheintaler Frischdienst AG',
      receiver_country: 'DE',
      carrier_company_name: 'Transports Delaroche SARL',
      delivery_city: 'Mannheim',
      pickup_city: 'Bordeaux',
      pickup_date: '2026-03-16',
      documents: ['Facture n° 4711', 'Certificat sanitaire'],
      goods_marks: 'LOT 17',
      goods_packages: 24,
      goods_packaging: 'Palettes',
      goods_description: 'Vin rouge en bouteilles',
      goods_weight_kg: 18400,
      instructions: 'Tenir au sec.',
      issue_place: 'Bordeaux',
      issue_date: '2026-03-16',
    })
    t.notOk('special_agreements' in read, 'an empty box gives no field')
    t.notOk('transport_type' in read, 'what is not printed is not said')
  },
)

t.test('a field has its box number, its words and its position', async (t) => {
  const field = fieldsOf(writtenPage(frenchForm)).get('goods_weight_kg')
  t.match(field, { cmrBox: 11, sourceText: '18 400', box: { x: 1300, y: 930 } })
})

t.test('captions with wrong letters are captions still', async (t) => {
  const texts = frenchForm.map(
    ([x, y, text]) =>
      [x, y, text.replace('Expéditeur', 'Expedileur').replace('Poids brut', 'Poids bnut')] as const,
  )
  t.equal(value(texts, 'sender_company_name'), 'Vins Beauvallon SA')
  t.equal(value(texts, 'goods_weight_kg'), 18400)
})

t.test('two lines of goods are joined, and numbers are taken of a printed total that adds up', async (t) => {
  const second: readonly Written[] = [
    [350, 970, '6'],
    [560, 970, 'Caisses'],
    [780, 970, 'Miel de lavande'],
    [1300, 970, '1 600'],
  ]
  const total: readonly Written[] = [
    [350, 1010, '30'],
    [780, 1010, 'Total'],
    [1300, 1010, '20 000'],
  ]
  const lines = [...frenchForm, ...second]
  t.equal(value([...lines, ...total], 'goods_description'), 'Vin rouge en bouteilles; Miel de lavande')
  t.equal(value([...lines, ...total], 'goods_packaging'), 'Palettes; Caisses')
  t.equal(value([...lines, ...total], 'goods_packages'), 30)
  t.equal(value([...lines, ...total], 'goods_weight_kg'), 20000)
  t.equal(value(lines, 'goods_packages'), null, 'without a total none is made up')
  t.equal(value(lines, 'goods_weight_kg'), null)
})

t.test('a total that does not add up is doubtful', async (t) => {
  const texts: readonly Written[] = [
    ...frenchForm,
    [350, 970, '6'],
    [780, 970, 'Miel de lavande'],
    [350, 1010, '80'],
    [780, 1010, 'Total'],
  ]
  const packages = fieldsOf(writtenPage(texts)).get('goods_packages')
  t.ok(packages !== undefined && packages.confidence < 0.85)
})

t.test('what stands in a box and cannot be read is null', async (t) => {
  t.equal(value(changed('18 400', '1#:4O?9'), 'goods_weight_kg'), null)
})

t.test('a word that was recognised badly makes its value doubtful', async (t) => {
  const page = writtenPage(frenchForm)
  const words = page.words.map((word) => (word.text === '24' ? { ...word, confidence: 0.5 } : word))
  const packages = fieldsOf({ ...page, words }).get('goods_packages')
  t.ok(packages !== undefined && packages.confidence < 0.85)
})

t.test('a page with a few words of the form is no CMR form', async (t) => {
  const letter: readonly Written[] = [
    [100, 100, 'Remitente'],
    [100, 130, 'Aceros del Norte SA'],
    [100, 300, 'Peso bruto'],
    [100, 400, 'Firma'],
  ]
  t.not(readConsignmentNote(writtenPage(letter)).documentType, 'cmr')
})

t.test(
  'whatever words stand wherever on a page, it is read, and nothing is said that does not stand there',
  async () => {
    const pieces = [
      'Remitente',
      '1',
      'Sender',
      '(nombre,',
      'país)',
      '18.400',
      'kg',
      'Fecha:',
      '/',
      '2026-03-16',
      'Total',
      '28001',
      'Madrid',
      '½𝔘',
      '',
    ]
    const word = fc.record({
      text: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 12, unit: 'grapheme' })),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      box: fc.record({
        x: fc.integer({ min: -10, max: 1700 }),
        y: fc.integer({ min: -10, max: 2400 }),
        width: fc.integer({ min: 0, max: 400 }),
        height: fc.integer({ min: 0, max: 60 }),
      }),
    })
    const { page } = drawnForm('es', 5)
    fc.assert(
      fc.property(fc.array(word, { maxLength: 60 }), fc.boolean(), (more, onForm) => {
        const words = onForm ? [...page.words.slice(0, 120), ...more] : more
        const letters = (text: string): string => text.replace(/\s+/g, '')
        const onPage = new Set(words.flatMap(({ text }) => text.split(/\s+/)))
        for (const { sourceText } of readConsignmentNote({ ...page, words }).fields)
          for (const part of sourceText.split(/\s+/))
            if (![...onPage].some((text) => letters(text).includes(letters(part)) || text.includes(part)))
              throw new Error(`${part} does not stand on the page`)
      }),
      { numRuns: 12 },
    )
  },
)
