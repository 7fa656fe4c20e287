import assert from 'node:assert/strict'
import { languages } from '@ecmr/contract'
import { countries } from '@ecmr/domain'
import {
  countryCode,
  countryName,
  momentsOf,
  readFields,
  readNumber,
  rowsIn,
  valuesOf,
  withoutBlankRows,
  writeFields,
} from '@ecmr/panel/forms'
import fc from 'fast-check'
import t from 'tap'
import { anyFields } from './note-forms-arbitrary.js'

/** What comes back when a browser sends a form as it is. */
function sentBack(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const body = Object.entries(values).map(([name, value]) => [name, value.replaceAll('\n', '\r\n')])
  return withoutBlankRows(valuesOf({ body: Object.fromEntries(body) }))
}

t.test('whatever a note says comes back from an untouched form, in both languages', async () => {
  fc.assert(
    fc.property(anyFields, fc.constantFrom(...languages), (fields, language) => {
      const read = readFields(sentBack(writeFields(fields, language)), language)
      assert.deepStrictEqual(read, { fields, faults: [] })
    }),
    { numRuns: 150 },
  )
})

t.test('numbers are read as people write them', async (t) => {
  const read = (typed: string, language: 'es' | 'en') => Object.values(readNumber(typed, language))[0]
  const both = {
    '1250': ['1250'],
    '1250.5': ['1250,5', '1250.5', '1 250,5'],
    '1250.50': ['1.250,50', '1,250.50'],
    '1250000': ['1.250.000', '1 250 000'],
    '7': ['007'],
    '0.5': [',5'],
    '0.250': ['0,250'],
    '-3': ['-3'],
    number: ['12a', '1.25.0', '1,250,50', '1.250.5', 'Infinity', '0x10', '٣'],
  }
  for (const [number, written] of Object.entries(both))
    for (const typed of written)
      for (const language of languages) t.equal(read(typed, language), number, `${typed} in ${language}`)
  t.equal(read('1,250', 'es'), '1.250', 'a comma is decimal in Spanish')
  t.equal(read('1.250', 'en'), '1.250', 'a point is decimal in English')
  t.equal(read('1.250', 'es'), 'ambiguous_number', 'not guessed: it may be 1250 or 1.25')
  t.equal(read('1,250', 'en'), 'ambiguous_number')
})

t.test('a country is understood by its code and by its name in either language', async (t) => {
  for (const code of countries)
    for (const language of languages) t.equal(countryCode(countryName(code, language)), code)
  for (const typed of ['es', 'espana', 'SPAIN']) t.equal(countryCode(typed), 'ES')
  t.equal(countryCode('Atlantis'), undefined)
})

t.test('times of day become instants, around changes of the clock too', async (t) => {
  for (const [local, zone, ...instants] of [
    ['2026-07-01T12:00', 'Europe/Madrid', '2026-07-01T10:00:00.000Z'],
    ['2026-12-01T12:00', 'Europe/Madrid', '2026-12-01T11:00:00.000Z'],
    ['2026-12-01T12:00', 'Atlantic/Canary', '2026-12-01T12:00:00.000Z'],
    // Skipped in spring.
    ['2026-03-29T02:30', 'Europe/Madrid'],
    ['2026-03-29T01:59', 'Europe/Madrid', '2026-03-29T00:59:00.000Z'],
    ['2026-03-29T03:00', 'Europe/Madrid', '2026-03-29T01:00:00.000Z'],
    ['2026-11-01T01:30', 'America/New_York', '2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
    ['2026-01-01T00:00', 'Asia/Kathmandu', '2025-12-31T18:15:00.000Z'],
  ]) {
    const moments = momentsOf(local ?? '', zone ?? '')?.map(({ instant }) => instant)
    t.strictSame(moments, instants, `${local} ${zone}`)
  }
  const twice = [
    { instant: '2026-10-25T00:30:00.000Z', offset: '+02:00' },
    { instant: '2026-10-25T01:30:00.000Z', offset: '+01:00' },
  ]
  t.strictSame(momentsOf('2026-10-25T02:30', 'Europe/Madrid'), twice, 'repeated in autumn')
  for (const text of ['', 'soon', '2026-02-30T10:00', '2026-13-01T10:00', '2026-01-01T25:00', '2026-01-01'])
    t.equal(momentsOf(text, 'Europe/Madrid'), undefined, text)
})

t.test('groups without content do not count, and those that are left are numbered anew', async (t) => {
  const values = withoutBlankRows({
    'goods_items/0/description': '',
    'goods_items/3/description': 'first',
    'goods_items/12/weight_kg': '3',
    'goods_items/4/invented': 'x',
    'goods_items/5/__proto__': 'x',
    'goods_items/99999/description': 'beyond',
    'invented/0/description': 'x',
    sender_city: 'Sevilla',
  })
  t.equal(values['goods_items/0/description'], 'first')
  t.equal(values['goods_items/1/weight_kg'], '3')
  t.strictSame(rowsIn(values, 'goods_items'), [0, 1])
  t.match(readFields(values, 'es').fields, {
    sender_city: 'Sevilla',
    goods_items: [{ description: 'first' }, { weight_kg: 3 }],
  })
})

t.test('names that JavaScript gives a meaning to are names like any other', async (t) => {
  const body = Object.create(null)
  const inLists = ['goods_items/__proto__/description', 'goods_items/0/constructor']
  for (const name of ['__proto__', 'constructor', ...inLists]) body[name] = 'polluted'
  const { fields, faults } = readFields(withoutBlankRows(valuesOf({ body })), 'es')
  t.strictSame([fields, faults], [{}, []])
  t.equal(Reflect.get({}, 'description'), undefined)
  t.equal(Object.getPrototypeOf(fields), Object.prototype)
})
