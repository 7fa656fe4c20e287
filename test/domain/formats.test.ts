import { ecmrFields, formats } from '@ecmr/domain'
import t from 'tap'

const cases: Readonly<Record<keyof typeof formats, { good: readonly string[]; bad: readonly string[] }>> = {
  date: {
    good: ['2026-11-23', '2024-02-29', '2000-02-29', '0001-01-01', '9999-12-31'],
    bad: [
      '2026-02-30',
      '2026-02-29',
      '1900-02-29',
      '2026-13-01',
      '2026-00-10',
      '2026-01-00',
      '0000-01-01',
      '26-01-01',
      '2026-1-1',
      '2026-11-23T00:00:00Z',
      '2026-11-23 ',
      '',
    ],
  },
  'date-time': {
    good: ['2026-11-23T10:00:00Z', '2026-11-23T10:00:00.123+01:00', '2026-11-23t10:00:00z'],
    bad: [
      '2026-11-23T10:00:00',
      '2026-02-30T10:00:00Z',
      '2026-11-23T24:00:00Z',
      '2026-11-23T10:60:00Z',
      '2026-11-23 10:00:00Z',
      '2026-11-23T10:00:00+24:00',
      '2026-11-23',
    ],
  },
  'clock-time': { good: ['00:00', '23:59'], bad: ['24:00', '9:00', '10:60', '10:00:00', ''] },
  country: { good: ['ES', 'FR', 'PT', 'MA', 'GB'], bad: ['UK', 'es', 'ESP', 'XX', 'EU', ''] },
  currency: { good: ['EUR', 'GBP', 'MAD', 'PLN'], bad: ['eur', 'EURO', '€', 'XXX', 'ESP', ''] },
  decimal: {
    good: ['0', '1250', '1250.00', '0.0001', '999999999999999.9999'],
    bad: ['-1', '+1', '1,50', '1.', '.5', '01', '1e3', '1.00000', '1000000000000000', 'NaN', ' 1', ''],
  },
  email: {
    good: ['a@b.es', 'ana.maria+cmr@sub.empresa-sur.com', "o'neil@b.ie"],
    bad: [
      'a',
      'a@b',
      '@b.es',
      'a@',
      'a b@c.es',
      'a@b..es',
      '.a@b.es',
      'a.@b.es',
      'a..b@c.es',
      'a@-b.es',
      'a@b.es\n',
      '',
    ],
  },
}

for (const [name, check] of Object.entries(formats)) {
  t.test(`format ${name}`, async (t) => {
    const { good, bad } = cases[name as keyof typeof formats]
    for (const text of good) t.ok(check(text), `takes ${text}`)
    for (const text of bad) t.notOk(check(text), `refuses ${JSON.stringify(text)}`)
  })
}

t.test('every format that a field names is there', async (t) => {
  const named = JSON.stringify(ecmrFields).matchAll(/"format":"([^"]+)"/g)
  for (const [, name = ''] of named) t.ok(Object.hasOwn(formats, name), name)
})
