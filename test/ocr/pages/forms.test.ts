import type { FoundField } from '@ecmr/ocr'
import { type RecognisedPage, type RecognisedWord, readConsignmentNote } from '@ecmr/ocr/testing'
import fc from 'fast-check'
import t, { type Test } from 'tap'
import { drawPage, languages } from '#ocr-corpus'
import { dataLines, type Written, writtenPage } from '../written-page.js'

const REVIEW = 0.85
const cases = dataLines('pages.txt')

/** The page that the lines of a case describe. */
function pageOf(lines: readonly string[]): RecognisedPage {
  let texts: Written[] = []
  const words: RecognisedWord[] = []
  for (const line of lines) {
    const [, command, name = ''] = /^(on|without) (.*)$/.exec(line) ?? []
    if (command === 'on') texts.push(...writtenIn(form(name)))
    if (command === 'without') {
      const others = texts.filter(([, , text]) => text !== name)
      if (others.length === texts.length) throw new Error(`no text ${name}`)
      texts = others
    }
    const [, x, y, height, text = ''] = /^(\d+) (\d+) (?:\^(\d+) )?(.*)$/.exec(line) ?? []
    if (height !== undefined) {
      const box = { x: Number(x), y: Number(y), width: text.length * 10, height: Number(height) }
      words.push({ text, confidence: 0.97, box })
    } else if (x !== undefined) texts.push([Number(x), Number(y), text])
  }
  const page = writtenPage(texts)
  return { ...page, words: [...page.words, ...words] }
}

const writtenIn = (lines: readonly string[]): readonly Written[] =>
  lines.flatMap((line): readonly Written[] => {
    const [, x, y, text = ''] = /^(\d+) (\d+) (.*)$/.exec(line) ?? []
    return x === undefined ? [] : [[Number(x), Number(y), text]]
  })

function form(name: string): readonly string[] {
  const [, lines] = [...cases].find(([heading]) => heading.startsWith(`${name}:`)) ?? []
  if (lines === undefined) throw new Error(`no page ${name}`)
  return lines
}

function expects(t: Test, lines: readonly string[]): void {
  const { documentType, language, fields } = readConsignmentNote(pageOf(lines))
  const named: string[] = []
  for (const line of lines) {
    const [, sign, name = '', json] = /^([=+?!]|type|language) (\S+) ?(.*)$/.exec(line) ?? []
    if (sign === undefined) continue
    if (sign === 'type') t.ok(name.split('|').includes(documentType), `${line}, not ${documentType}`)
    else if (sign === 'language') t.equal(language, name)
    else {
      named.push(name)
      const found = fields.find((field) => field.name === name || name === 'first')
      if (json !== undefined && json !== '') t.same(found?.value, JSON.parse(json), name)
      if (sign === '!') t.equal(found, undefined, `no ${name}`)
      const confidence = found?.confidence ?? Number.NaN
      if (sign === '+') t.ok(confidence > REVIEW, `${name} is sure: ${confidence}`)
      if (sign === '?') t.ok(confidence < REVIEW, `${name} is to be reviewed: ${confidence}`)
    }
  }
  if (lines.includes('only')) t.same(new Set(fields.map(({ name }) => name)), new Set(named))
}

for (const [name, lines] of cases) t.test(name, async (t) => expects(t, lines))

/** What is read of a page, by the names of the fields. */
const fieldsOf = (page: RecognisedPage): ReadonlyMap<string, FoundField> =>
  new Map(readConsignmentNote(page).fields.map((field) => [field.name, field]))

/** A page, one word of which was recognised badly. */
const doubted = (page: RecognisedPage, text: string): RecognisedPage => ({
  ...page,
  words: page.words.map((word) => (word.text === text ? { ...word, confidence: 0.4 } : word)),
})

t.test('a field has its box number, words, position, and the confidence of its weakest word', async (t) => {
  const page = pageOf(form('french form'))
  const box = { x: 1300, y: 930 }
  t.match(fieldsOf(page).get('goods_weight_kg'), { cmrBox: 11, sourceText: '18 400', box })
  t.ok((fieldsOf(doubted(page, '24')).get('goods_packages')?.confidence ?? 1) < REVIEW)
  const [plate] = fieldsOf(doubted(writtenPage([[100, 100, 'Matrícula: 1234 BCD']]), 'BCD')).values()
  t.match(plate, { name: 'vehicle_plate', box: { x: 210, y: 100, width: 80, height: 18 } })
  t.ok((plate?.confidence ?? 1) <= 0.4)
  const [receiver] = fieldsOf(writtenPage([[100, 100, 'Destinatarlo: Huiles Beauvallon SARL']])).values()
  const confidence = receiver?.confidence ?? 0
  t.ok(confidence < 0.95 && confidence > 0.8, 'less for a label with a wrong letter')
})

t.test('a page full of words is read in bounded time', async (t) => {
  const text = 'Peso bruto Fecha: Nº 1.250 kg de '.repeat(5)
  const before = process.cpuUsage()
  readConsignmentNote(writtenPage(Array.from({ length: 40 }, (_, row): Written => [20, 20 * row, text])))
  // Of its own time: others may keep the machine busy.
  t.ok(process.cpuUsage(before).user < 10_000_000)
})

/** A form as printers make it, words and lines as perfect recognition would see them. */
function drawnForm(language: (typeof languages)[number], seed: number) {
  const { truth, width, height, words, rules } = drawPage({ layout: 'cmr', language, seed })
  const page: RecognisedPage = { width, height, words, rules, toImage: [1, 0, 0, 0, 1, 0, 0, 0, 1] }
  return { page, truth }
}

t.test('whatever words stand wherever on a page, nothing is said that does not stand there', async () => {
  const pieces = 'Remitente|1|Sender|(nombre,|país)|18.400|kg|Fecha:|/|2026-03-16|Total|28001|Madrid|½𝔘|'
  const word = fc.record({
    text: fc.oneof(fc.constantFrom(...pieces.split('|')), fc.string({ maxLength: 12, unit: 'grapheme' })),
    confidence: fc.double({ min: 0, max: 1, noNaN: true }),
    box: fc.record({
      x: fc.integer({ min: -10, max: 1700 }),
      y: fc.integer({ min: -10, max: 2400 }),
      width: fc.integer({ min: 0, max: 400 }),
      height: fc.integer({ min: 0, max: 60 }),
    }),
  })
  const { page } = drawnForm('es', 5)
  const letters = (text: string): string => text.replace(/\s+/g, '')
  fc.assert(
    fc.property(fc.array(word, { maxLength: 60 }), fc.boolean(), (more, onForm) => {
      const words = onForm ? [...page.words.slice(0, 120), ...more] : more
      const onPage = new Set(words.flatMap(({ text }) => text.split(/\s+/)))
      for (const { sourceText } of readConsignmentNote({ ...page, words }).fields)
        for (const part of sourceText.split(/\s+/))
          if (![...onPage].some((text) => letters(text).includes(letters(part)) || text.includes(part)))
            throw new Error(`${part} does not stand on the page`)
    }),
    { numRuns: 12 },
  )
})

const forms = languages.flatMap((language) => [901, 902].map((seed) => drawnForm(language, seed)))

const plain = (value: unknown): string =>
  String(JSON.stringify(value))
    .toLowerCase()
    .replace(/[\s.,:/-]/g, '')

/** Of what is read of the forms after damage: the shares that are right, and that are wrong and seem sure. */
function judged(damage: (page: RecognisedPage) => RecognisedPage) {
  const given = forms.flatMap(({ page, truth }) =>
    [...fieldsOf(damage(page)).values()]
      .filter(({ value }) => value !== null)
      .map((field) => ({ ...field, isRight: plain(field.value) === plain(truth[field.name]) })),
  )
  const right = given.filter(({ isRight }) => isRight).length
  const printed = forms.reduce((sum, { truth }) => sum + Object.keys(truth).length, 0)
  const surelyWrong = given.filter(({ isRight, confidence }) => !isRight && confidence >= REVIEW)
  return {
    recall: right / printed,
    precision: right / given.length,
    wrong: surelyWrong.length / given.length,
  }
}

/** Every ninth word or so, always the same ones, reversed, and doubted by recognition. */
const misread = (page: RecognisedPage): RecognisedPage => ({
  ...page,
  words: page.words.map((word, index) =>
    (index * 7919 + 3) % 9 === 0
      ? { ...word, text: [...word.text].reverse().join(''), confidence: 0.4 }
      : word,
  ),
})

for (const [name, damage, least] of [
  ['when every word is known', (page) => page, { recall: 0.9, precision: 0.97, wrong: 0.02 }],
  ['without their lines', (page) => ({ ...page, rules: [] }), { recall: 0.8, precision: 0.9, wrong: 1 }],
  [
    'with half of their lines',
    (page) => ({ ...page, rules: page.rules.filter((_, index) => index % 2 === 0) }),
    { recall: 0.8, precision: 0.9, wrong: 1 },
  ],
  ['with misread words that recognition doubted', misread, { recall: 0, precision: 0.6, wrong: 0.02 }],
] as const satisfies readonly (readonly [string, typeof misread, ReturnType<typeof judged>])[])
  t.test(`forms in four languages are read ${name}`, async (t) => {
    const found = judged(damage)
    t.ok(found.recall >= least.recall && found.precision >= least.precision, JSON.stringify(found))
    t.ok(found.wrong < least.wrong, JSON.stringify(found))
  })
