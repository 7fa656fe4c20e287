import * as values from '@ecmr/ocr/testing'
import fc from 'fast-check'
import t from 'tap'
import { addressLines, dataLines } from './written-page.js'

const REVIEW = 0.85

type Found = Pick<values.FoundValue<unknown>, 'value' | 'plausibility'> & { readonly source?: string }
type Reader = (text: string, about?: { language?: string; unit?: string }) => Found | undefined

const single: Readonly<Record<string, Reader>> = {
  date: (text, { language } = {}) => values.readDate(text, { ...(language && { language }) }),
  weight: (text, { language, unit } = {}) =>
    values.readWeight(text, {
      ...(language && { language }),
      ...((unit === 'kg' || unit === 't') && { unitOfCaption: unit }),
    }),
  volume: (text) => values.readVolume(text),
  packages: (text) => values.readPackageCount(text),
  packaging: (text) => values.readPackaging(text),
  money: (text) => values.readMoney(text),
  hsCode: (text) => values.readHsCode(text),
  unNumber: (text) => values.readUnNumber(text),
  adrClass: (text) => values.readAdrClass(text),
  packingGroup: (text) => values.readPackingGroup(text),
  temperature: (text) => values.readTemperature(text),
  times: (text) => values.readTimeWindow(text),
  email: (text) => values.readEmail(text),
  phone: (text) => values.readPhone(text),
  taxId: (text) => values.readTaxId(text),
  country: (text) => values.readCountry(text),
  seals: (text) => values.readSeals(text),
  plate: (text) => values.readPlate(text),
  vehicle: (text) => values.readPlates(text)?.vehicle,
  trailer: (text) => values.readPlates(text)?.trailer,
}

const readers: Readonly<Record<string, Reader>> = {
  ...single,
  place(text) {
    const place = values.readPlace(text)
    const { postal_code, city, country } = place ?? {}
    return (
      place && { value: [postal_code, city, country].map((part) => part?.value ?? null), plausibility: 1 }
    )
  },
  party(text) {
    const party = Object.entries(values.readParty(addressLines(...text.split(' / '))))
    return { value: Object.fromEntries(party.map(([name, { value }]) => [name, value])), plausibility: 1 }
  },
}

for (const [name, lines] of dataLines('values.txt'))
  t.test(name, async (t) => {
    for (const line of lines) {
      const [, kind = '', texts = '', expected = ''] = /^(\S+): (.*?) => (.*)$/.exec(line) ?? []
      const [, certainty, json] = /^(\?|[\d.]+(?= \S))? ?(.*)$/.exec(expected) ?? []
      const [reader = '', language, unit] = kind.split('/')
      for (const text of texts.split(' || ')) {
        const { [reader]: read } = readers
        if (!read) throw new Error(`no reader ${reader}`)
        const found = read(text, { ...(language && { language }), ...(unit && { unit }) })
        if (expected === '-') {
          t.equal(found, undefined, `${kind}: ${text}`)
          continue
        }
        t.same(found?.value, JSON.parse(json ?? ''), `${kind}: ${text}`)
        const plausibility = found?.plausibility ?? Number.NaN
        if (certainty === undefined) t.ok(plausibility > REVIEW, `${kind}: ${text} is sure`)
        else if (certainty === '?') t.ok(plausibility < REVIEW, `${kind}: ${text} is to be reviewed`)
        else t.equal(plausibility, Number(certainty), `${kind}: ${text}`)
        t.ok(text.includes(found?.source ?? ''), `${kind}: ${text}: what is said to be there is`)
      }
    }
  })

t.test('letters that a country does not have are doubted', async (t) => {
  const lines = addressLines('Getränke Múhle GmbH', 'Lange Äcker 2', '04356 Leipzig', 'Deutschland')
  t.match(values.readParty(lines), {
    company_name: { value: 'Getränke Múhle GmbH', plausibility: 0.85 },
    address: { plausibility: 1 },
  })
})

t.test('any day and any weight is read as it was printed', async () => {
  const days = fc.date({ min: new Date('2001-01-01'), max: new Date('2059-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(days, (each) => {
      const date = each.toISOString().slice(0, 10)
      const [year = '', month = '', day = ''] = date.split('-')
      const name = new Intl.DateTimeFormat('es', { month: 'long', timeZone: 'UTC' }).format(each)
      const words = `${Number(day)} de ${name} de ${year}`
      return [`${day}/${month}/${year}`, `${day}.${month}.${year.slice(2)}`, date, words].every(
        (way) => values.readDate(`Fecha: ${way}`)?.value === date,
      )
    }),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 60_000 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
      const decimals = String(cents).padStart(2, '0')
      return ['.,', ',.', ' ,'].every(([group = '', point]) => {
        const grouped = String(whole).replace(/\B(?=(?:\d{3})+$)/g, group)
        return values.readWeight(`${grouped}${point}${decimals} kg`)?.value === Number(`${whole}.${decimals}`)
      })
    }),
  )
})

const pieces =
  '18.400|kg|20/11/2026|de|noviembre|NIF:|B12345674|23001|Jaén|(España)|, | - |\n|UN 1263|1234 BCD|S.L.|+34|953|@|x.es|°C|-18|08:00|O|l|.|€|😀|İ| '
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc.array(fc.constantFrom(...pieces.split('|')), { maxLength: 12 }).map((parts) => parts.join('')),
)
const hostile: readonly Reader[] = [
  ...Object.values(single),
  (text) => values.readWeight(text, { unitOfCaption: 'kg' }),
  (text) => values.readVolume(text, { unitOfCaption: 'm3' }),
  (text) => values.readPlace(text)?.city,
  (text) => values.readPlace(text)?.postal_code,
  (text) => values.readPlace(text)?.country,
]

t.test('no text makes reading fail, and what is said to be there is', async () => {
  const plain = (text: string): string => text.replace(/\s+/g, '')
  fc.assert(
    fc.property(texts, (text) => {
      for (const read of hostile) {
        const found = read(text)
        if (found && !plain(text).includes(plain(found.source ?? '')))
          throw new Error(`${found.source} is not there`)
        if (found && !(found.plausibility > 0 && found.plausibility <= 1))
          throw new Error(`${found.plausibility}`)
      }
      values.readParty(addressLines(...text.split('\n')))
    }),
    { numRuns: 400 },
  )
})

t.test('long texts of one kind are read in linear time', async (t) => {
  const units = '1|1 | |a|a |A1|1.|1,|-|.|de |0O|a@|+1|(|Á|NIF |UN 1|1/|S.L., '.split('|')
  for (const unit of units) {
    const text = unit.repeat(20_000 / unit.length)
    const before = process.cpuUsage()
    for (const read of hostile) read(text)
    values.readParty(addressLines(text.slice(0, 2_000)))
    // Of its own time: others may keep the machine busy.
    t.ok(process.cpuUsage(before).user < 2_000_000, unit)
  }
})
