import { randomBytes } from 'node:crypto'
import { ecmrNumber, parseEcmrNumber } from '@ecmr/domain'
import fc from 'fast-check'
import t from 'tap'

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const numbers = fc
  .tuple(fc.integer({ min: 2000, max: 2999 }), fc.uint8Array({ minLength: 9, maxLength: 9 }))
  .map(([year, random]) => ecmrNumber(year, random))

t.test('looks as documented', async (t) => {
  t.equal(ecmrNumber(2026, new Uint8Array(9)), 'ECMR-2026-000000000-T')
  fc.assert(
    fc.property(numbers, (number) => /^ECMR-2\d{3}-[\dA-HJKMNP-TV-Z]{9}-[\dA-HJKMNP-TV-Z]$/.test(number)),
  )
})

t.test('reads back what it wrote', async () => {
  fc.assert(fc.property(numbers, (number) => parseEcmrNumber(number) === number))
})

t.test('reads what people make of it', async (t) => {
  const number = ecmrNumber(2026, Uint8Array.from([0, 1, 0, 1, 10, 11, 12, 13, 14]))
  const [, year, secret, check] = number.split('-')
  t.equal(secret, '0101ABCDE')
  for (const written of [
    number.toLowerCase(),
    number.replaceAll('-', ''),
    number.replaceAll('-', ' '),
    `  ${number}\n`,
    `ecmr ${year}-OIolabcde ${check}`,
    `ECMR-${year}-oLOiABCDE-${check}`,
    `ECMR-2O26-${secret}-${check}`,
  ]) {
    t.equal(parseEcmrNumber(written), number, written)
  }
})

t.test('refuses what is no number', async (t) => {
  for (const text of [
    '',
    'ECMR',
    'ECMR-2026-000000000',
    'ECMR-2026-000000000-DD',
    'ECMR-2026-00000000U-D',
    'ecmſ-2026-000000000-D',
    'x'.repeat(100_000),
    'ECMR-0026-000000000-D',
    '２０２６',
  ]) {
    t.equal(parseEcmrNumber(text), undefined, text.slice(0, 40))
  }
})

t.test('a single wrong character never passes', async (t) => {
  const number = ecmrNumber(2026, randomBytes(9))
  for (let place = 0; place < number.length; place++) {
    if (place < 5 || number[place] === '-') continue
    for (const other of ALPHABET) {
      if (other === number[place]) continue
      const wrong = number.slice(0, place) + other + number.slice(place + 1)
      t.equal(parseEcmrNumber(wrong), undefined, wrong)
    }
  }
})

t.test('no two characters swapped ever pass, neighbours or not', async () => {
  const places = [5, 6, 7, 8, 10, 11, 12, 13, 14, 15, 16, 17, 18, 20]
  fc.assert(
    fc.property(
      numbers,
      fc.shuffledSubarray(places, { minLength: 2, maxLength: 2 }),
      (number, [a = 0, b = 0]) => {
        const characters = [...number]
        characters[a] = number.charAt(b)
        characters[b] = number.charAt(a)
        return number[a] === number[b] || parseEcmrNumber(characters.join('')) === undefined
      },
    ),
  )
})

t.test('a hundred thousand are all different and use the whole alphabet evenly', async (t) => {
  const made = Array.from({ length: 100_000 }, () => ecmrNumber(2026, randomBytes(9)))
  t.equal(new Set(made).size, made.length)
  const counts = new Map<string, number>()
  for (const number of made) for (const c of number.slice(10, 19)) counts.set(c, (counts.get(c) ?? 0) + 1)
  t.equal(counts.size, 32)
  const expected = (made.length * 9) / 32
  t.ok([...counts.values()].every((count) => Math.abs(count - expected) < expected * 0.05))
})

t.test('needs a year of four digits and nine random bytes', async (t) => {
  t.throws(() => ecmrNumber(2026, new Uint8Array(8)), RangeError)
  t.throws(() => ecmrNumber(26, new Uint8Array(9)), RangeError)
  t.throws(() => ecmrNumber(2026.5, new Uint8Array(9)), RangeError)
})
