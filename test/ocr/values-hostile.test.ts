import * as values from '@ecmr/ocr/testing'
import fc from 'fast-check'
import t from 'tap'
import { addressLines } from './address-lines.js'

const readers: readonly ((text: string) => values.FoundValue<unknown> | undefined)[] = [
  (text) => values.readDate(text),
  (text) => values.readWeight(text, { unitOfCaption: 'kg' }),
  (text) => values.readVolume(text, { unitOfCaption: 'm3' }),
  (text) => values.readPackageCount(text),
  (text) => values.readPackaging(text),
  (text) => values.readMoney(text),
  (text) => values.readHsCode(text),
  (text) => values.readUnNumber(text),
  (text) => values.readAdrClass(text),
  (text) => values.readPackingGroup(text),
  (text) => values.readTemperature(text),
  (text) => values.readTimeWindow(text),
  (text) => values.readEmail(text),
  (text) => values.readPhone(text),
  (text) => values.readTaxId(text),
  (text) => values.readCountry(text),
  (text) => values.readSeals(text),
  (text) => values.readPlate(text),
  (text) => values.readPlace(text)?.city,
  (text) => values.readPlace(text)?.postal_code,
  (text) => values.readPlace(text)?.country,
]

const pieces = fc.constantFrom(
  ...[
    '18.400',
    'kg',
    '20/11/2026',
    'de',
    'noviembre',
    'NIF:',
    'B12345674',
    '23001',
    'Jaén',
    '(España)',
    ', ',
    ' - ',
    '\n',
  ],
  ...[
    'UN 1263',
    '1234 BCD',
    'S.L.',
    '+34',
    '953',
    '@',
    'x.es',
    '°C',
    '-18',
    '08:00',
    'O',
    'l',
    '.',
    '€',
    '😀',
    'İ',
    ' ',
  ],
)
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.array(pieces, { maxLength: 12 }).map((parts) => parts.join('')),
)

t.test('no text makes reading fail, and what is said to stand there does', (t) => {
  fc.assert(
    fc.property(texts, (text) => {
      const plain = text.replace(/\s+/g, '')
      for (const read of readers) {
        const found = read(text)
        if (found === undefined) continue
        if (!plain.includes(found.source.replace(/\s+/g, '')))
          throw new Error(`${found.source} does not stand there`)
        if (!(found.plausibility > 0 && found.plausibility <= 1)) throw new Error(`${found.plausibility}`)
      }
      values.readParty(addressLines(...text.split('\n')))
    }),
    { numRuns: 400 },
  )
  t.end()
})

t.test('long texts of one kind are read at once', (t) => {
  const units = [
    '1',
    '1 ',
    ' ',
    'a',
    'a ',
    'A1',
    '1.',
    '1,',
    '-',
    '.',
    'de ',
    '0O',
    'a@',
    '+1',
    '(',
    'Á',
    'NIF ',
    'UN 1',
    '1/',
    'S.L., ',
  ]
  for (const unit of units) {
    const text = unit.repeat(20_000 / unit.length)
    const began = performance.now()
    for (const read of readers) read(text)
    values.readParty(addressLines(text.slice(0, 2_000)))
    t.ok(performance.now() - began < 2_000, `${unit}: ${Math.round(performance.now() - began)} ms`)
  }
  t.end()
})
