import { readHsCode, readMoney, readPackageCount, readVolume, readWeight } from '@ecmr/ocr/testing'
import fc from 'fast-check'
import t from 'tap'

const REVIEW = 0.85

t.test('weights are kilograms, whatever they are written in', (t) => {
  const ways: readonly (readonly [string, number])[] = [
    ['18.400 kg', 18_400],
    ['18.400,50 kg', 18_400.5],
    ['18,400.50 kg', 18_400.5],
    ['18 400 kg', 18_400],
    ['1.250,5 Kgs', 1250.5],
    ['24 t', 24_000],
    ['24,5 TM', 24_500],
    ['24,500 t', 24_500],
    ['Peso bruto: 18.400 KG', 18_400],
    ['24 palets 18.400 kg', 18_400],
    ['0,250 kg', 0.25],
  ]
  for (const [way, kilograms] of ways) {
    const found = readWeight(way, { language: 'es' })
    t.equal(found?.value, kilograms, way)
    t.ok((found?.plausibility ?? 0) > REVIEW, way)
  }
  t.end()
})

t.test('a bare number is a weight only under a caption that says so', (t) => {
  t.equal(readWeight('1.250'), undefined)
  t.equal(readWeight('24 palets'), undefined)
  t.equal(readWeight('1.250', { unitOfCaption: 'kg', language: 'es' })?.value, 1250)
  t.equal(readWeight('12.5', { unitOfCaption: 'kg' })?.value, 12.5)
  t.equal(readWeight('24,5', { unitOfCaption: 't' })?.value, 24_500)
  t.end()
})

t.test('thousands that the language groups otherwise are to be reviewed', (t) => {
  t.match(readWeight('1,250 kg', { language: 'en' }), { value: 1250, plausibility: 0.96 })
  t.match(readWeight('1,250 kg', { language: 'de' }), { value: 1250, plausibility: 0.75 })
  t.end()
})

t.test('more than a lorry weighs, and misread figures, are to be reviewed', (t) => {
  t.ok((readWeight('80.000 kg')?.plausibility ?? 1) < REVIEW)
  t.match(readWeight('18.4O0 kg', { language: 'es' }), { value: 18_400 })
  t.ok((readWeight('18.4O0 kg', { language: 'es' })?.plausibility ?? 1) < REVIEW)
  t.ok((readVolume('1.250 m3')?.plausibility ?? 1) > REVIEW, '1.250 cubic metres are one and a quarter')
  t.ok((readVolume('1250 m3')?.plausibility ?? 1) < REVIEW)
  t.end()
})

t.test('any weight is read as it was printed', (t) => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 60_000 }), fc.integer({ min: 0, max: 99 }), (whole, cents) => {
      const grouped = (sign: string): string => String(whole).replace(/\B(?=(?:\d{3})+$)/g, sign)
      const decimals = String(cents).padStart(2, '0')
      for (const way of [
        `${grouped('.')},${decimals} kg`,
        `${grouped(',')}.${decimals} kg`,
        `${grouped(' ')},${decimals} kg`,
      ])
        if (readWeight(way)?.value !== Number(`${whole}.${decimals}`)) throw new Error(way)
    }),
  )
  t.end()
})

t.test('volumes, packages, codes of goods and money', (t) => {
  for (const way of ['33,6 m³', '33.6 cbm', '33,60 m3']) t.equal(readVolume(way)?.value, 33.6, way)
  t.equal(readPackageCount('24 palets (1.200 cajas)')?.value, 24)
  t.equal(readPackageCount('33 EPAL')?.value, 33)
  t.equal(readPackageCount('Bultos: 24')?.value, 24)
  t.equal(readPackageCount('2 x 24'), undefined, 'it may be 2, 24 or 48')
  for (const way of ['1509 20 00', '1509.20.00', '15092000']) t.equal(readHsCode(way)?.value, '15092000', way)
  t.equal(readHsCode('9999 20'), undefined)
  t.same(readMoney('1.250,00 €')?.value, { amount: '1250.00', currency: 'EUR' })
  t.same(readMoney('GBP 1,250.00')?.value, { amount: '1250.00', currency: 'GBP' })
  t.same(readMoney('1250')?.value, { amount: '1250', currency: null })
  t.end()
})
