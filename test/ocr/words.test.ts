import type { FoundField } from '@ecmr/ocr'
import {
  findCaptions,
  type KnownCaption,
  type Rule,
  textLines,
  withCorrectedLetters,
} from '@ecmr/ocr/testing'
import t from 'tap'
import { type Written, writtenPage } from './written-page.js'

const rule = (direction: Rule['direction'], x: number, y: number, length: number): Rule => ({
  direction,
  box: direction === 'vertical' ? { x, y, width: 2, height: length } : { x, y, width: length, height: 2 },
})
const below = (x: number, ...texts: readonly string[]): readonly Written[] =>
  texts.map((text, row) => [x, 50 + 26 * row, text])
const long = 'una línea muy larga que va de un lado de la hoja hasta el otro y que no termina nunca de caer'

for (const [what, texts, lines, about] of [
  ['a wide gap ends a line', below(100, 'Fecha: 20/11/2026     Hoja: 1'), 'Fecha: 20/11/2026|Hoja: 1'],
  [
    'a printed line between two words ends a line, however close they are',
    below(100, '24 18.400'),
    '24|18.400',
    { rules: [rule('vertical', 124, 40, 60)] },
  ],
  [
    'a printed line further down ends no line',
    below(100, '24 18.400'),
    '24 18.400',
    { rules: [rule('vertical', 124, 90, 60)] },
  ],
  [
    'a line that falls over the width of the page stays one',
    below(100, long, '', long),
    `${long}|${long}`,
    { slope: 0.05 },
  ],
  ['a line that climbs stays one', below(100, long, '', long), `${long}|${long}`, { slope: -0.05 }],
  [
    'the lines of a column come together, the left column first',
    [
      [100, 10, 'Carta de porte'],
      [100, 200, 'Al pie'],
      ...below(700, 'Huiles', 'Lyon'),
      ...below(100, 'Aceites', 'Jaén'),
    ],
    'Carta de porte|Aceites|Jaén|Huiles|Lyon|Al pie',
  ],
  [
    'a printed line keeps what is above it from what is below it',
    [...below(100, 'uno', 'dos'), ...below(400, 'tres', 'cuatro')],
    'uno|tres|dos|cuatro',
    { rules: [rule('horizontal', 50, 71, 700)] },
  ],
  ['a page without words has no lines', [], ''],
] as const satisfies readonly (readonly [
  string,
  readonly Written[],
  string,
  Parameters<typeof writtenPage>[1]?,
])[])
  t.test(what, async (t) => {
    const found = textLines(writtenPage(texts, about)).map(({ text }) => text)
    t.equal(found.join('|'), lines)
  })

t.test('words side by side, and small signs, are a line, with its confidence and its box', async (t) => {
  const [line] = textLines(writtenPage([[100, 50, 'Aceites del Guadalquivir S.L.']], { confidence: 0.9 }))
  t.match(line, { text: 'Aceites del Guadalquivir S.L.', box: { x: 100, y: 50, width: 290, height: 18 } })
  t.equal(line?.confidence.toFixed(3), '0.900')
  const dash = { text: '-', confidence: 0.9, box: { x: 150, y: 58, width: 6, height: 3 } }
  const page = writtenPage([
    [100, 50, '08:00'],
    [166, 50, '14:00'],
  ])
  t.match(textLines({ ...page, words: [dash, ...page.words] }), [{ text: '08:00 - 14:00' }])
})

t.test('thousands of words are put in lines in linear time', async (t) => {
  const many = Array.from(
    { length: 400 },
    (_, row): Written => [10, 24 * row, 'a b c d e f g h i j k l m n o'],
  )
  const before = process.cpuUsage()
  t.equal(textLines(writtenPage(many)).length, 400)
  // Of its own time: others may keep the machine busy.
  t.ok(process.cpuUsage(before).user < 2_000_000)
})

const captions: readonly KnownCaption<string>[] = [
  { means: 'sender', language: 'es', text: 'Remitente' },
  { means: 'sender', language: 'en', text: 'Sender' },
  { means: 'delivery', language: 'es', text: 'Lugar de entrega de la mercancía' },
  { means: 'signature', language: 'es', text: 'Firma y sello del remitente' },
  { means: 'date', language: 'es', text: 'Fecha' },
  { means: 'un_number', language: 'es', text: 'Nº ONU' },
  { means: 'carrier', language: 'es', text: 'Porteador' },
  { means: 'carrier', language: 'es', text: 'Porteador / Transportista' },
]

for (const [what, texts, found] of [
  [
    'its letters were misread, and accents lost',
    ['Lugar de entreqa de la mercancia'],
    'delivery es: Lugar de entreqa de la mercancia',
  ],
  [
    'its words were split or joined',
    ['Lugar deentrega de la mercan cía'],
    'delivery es: Lugar deentrega de la mercan cía',
  ],
  ['a word of it was not read at all', ['Lugar de de la mercancía'], 'delivery es: Lugar de de la mercancía'],
  [
    'it goes on in the next line, below its own beginning or its number',
    ['3 Lugar de entrega', 'de la mercancía'],
    'delivery es: Lugar de entrega de la mercancía',
  ],
  [
    'others in several languages stand next to it',
    ['Remitente / Sender'],
    'sender es: Remitente|sender en: Sender',
  ],
  [
    'others are joined with it',
    ['1 Remitente/Sender'],
    'sender es: Remitente/Sender|sender en: Remitente/Sender',
  ],
  [
    'another one explains fewer words',
    ['Firma y sello del remitente'],
    'signature es: Firma y sello del remitente',
  ],
  ...['Nº ONU', 'N° ONU', 'Ne ONU', 'N.9 ONU', 'N* ONU'].map(
    (text) => [`the small sign after an n is read as in ${text}`, [text], `un_number es: ${text}`] as const,
  ),
  ['what is below resembles it, in capitals', ['Porteador', 'TRANSPORTES DEL SUR'], 'carrier es: Porteador'],
] as const satisfies readonly (readonly [string, readonly string[], string])[])
  t.test(`a caption is found though ${what}`, async (t) => {
    const page = writtenPage(texts.map((text, row) => [100, 100 + 22 * row, text]))
    const all = findCaptions(page, captions).map(
      ({ caption: { means, language }, words }) =>
        `${means} ${language}: ${words.map(({ text }) => text).join(' ')}`,
    )
    t.equal(all.join('|'), found)
  })

t.test('what crosses a printed line, is in larger letters or only similar is no caption', async (t) => {
  const crossing: readonly Written[] = [[100, 100, 'Lugar de entrega de la mercancía']]
  t.same(findCaptions(writtenPage(crossing, { rules: [rule('vertical', 293, 0, 400)] }), captions), [])
  t.same(findCaptions(writtenPage([[100, 100, 'Fechas Rementería Sanders 12345']]), captions), [])
  const { words, ...page } = writtenPage([
    [100, 100, 'Porteador'],
    [100, 122, 'Transportes'],
  ])
  const larger = words.map((word) =>
    word.box.y > 110 ? { ...word, box: { ...word.box, height: 36 } } : word,
  )
  const found = findCaptions({ ...page, words: larger }, captions)
  t.match(found, [{ caption: { text: 'Porteador' } }])
})

t.test('a caption is the surer the fewer letters are wrong; what follows its colon is given', async (t) => {
  const found = (text: string) => findCaptions(writtenPage([[100, 100, text]]), captions)[0]
  const certainty = (text: string): number => found(text)?.certainty ?? 0
  t.equal(certainty('Lugar de entrega de la mercancia'), 1)
  t.ok(certainty('Lugar de entreqa de la mercansia') < 1)
  t.ok(certainty('Lugar de entreqa de la mercansia') > certainty('Luqar de entreqa de la mersansia'))
  t.equal(found('Fecha:12/03/2026')?.behind, '12/03/2026')
})

const field = (name: FoundField['name'], value: FoundField['value'], confidence = 0.95): FoundField => ({
  name,
  value,
  confidence,
  cmrBox: null,
  sourceText: String(value),
  box: null,
})

const spellings = [
  'ES Mälaga > Málaga|ES ALBARRÂN > ALBARRÁN|PT Irmäos > Irmãos|DE Kóln > Köln|DE NÚRNBERG > NÜRNBERG|DE Miinchen > München',
  'AT GewerbestraBe > Gewerbestraße|FR Chäteau > Château|FR Saint á Pont > Saint à Pont|BE GRÁCE-HOLLOGNE > GRÂCE-HOLLOGNE',
  'FR Orléans|BE Liège|ES Güeñes|ES Vic - Mançó|PT Águeda|IT Forlì|NL Hoogeveën|PL Łódź',
]
for (const spelling of spellings.flatMap((line) => line.split('|'))) {
  const [, country = '', read = '', printed] = /^(\w\w) ([^>]+?)(?: > (.*))?$/.exec(spelling) ?? []
  t.test(`${read} in ${country} is ${printed ?? 'right'}`, async (t) => {
    const [, corrected] = withCorrectedLetters(
      [field('sender_country', country), field('sender_city', read)],
      null,
    )
    t.match(corrected, { value: printed ?? read, sourceText: read })
    if (printed === undefined) t.equal(corrected?.confidence, 0.95, 'as sure as it was')
    else t.ok((corrected?.confidence ?? 1) < 0.85, 'to be reviewed')
  })
}

t.test('goods are written in the language of the paper; codes and numbers are no writing', async (t) => {
  const goods = (language: string, text: string) =>
    withCorrectedLetters([field('goods_description', text)], language)[0]?.value
  t.equal(goods('fr', 'Bière en füts á pression'), 'Bière en füts à pression')
  t.equal(goods('en', 'Fresh oranges, class |, size 3'), 'Fresh oranges, class I, size 3')
  const fields = [field('sender_country', 'DE'), field('goods_marks', 'á 1'), field('goods_weight_kg', 20)]
  t.same(withCorrectedLetters(fields, 'de'), fields)
})
