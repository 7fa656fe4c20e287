import {
  readAdrClass,
  readEmail,
  readPackingGroup,
  readPhone,
  readPlates,
  readSeals,
  readTaxId,
  readTemperature,
  readTimeWindow,
  readUnNumber,
} from '@ecmr/ocr/testing'
import t from 'tap'

const REVIEW = 0.85

t.test('tax identifications of many countries are known by their check digits', (t) => {
  const ways = {
    'NIF: B-12.345.674': 'B12345674',
    'CIF B12345674': 'B12345674',
    'N.I.F.: ESB12345674': 'ESB12345674',
    'NIF: 12345678Z': '12345678Z',
    'NIE X1234567L': 'X1234567L',
    'N° TVA : FR 40303265045': 'FR40303265045',
    'SIRET 732 829 320 00074': '73282932000074',
    'USt-IdNr.: DE136695976': 'DE136695976',
    'P. IVA: IT00743110157': 'IT00743110157',
    'NIPC PT501964843': 'PT501964843',
    'BTW: NL 004495445B01': 'NL004495445B01',
    'VAT: BE0428759497': 'BE0428759497',
    'VAT Reg. No.: GB980780684': 'GB980780684',
    'NIP: 526-000-12-46': '5260001246',
    'UID: ATU10223006': 'ATU10223006',
  }
  for (const [way, id] of Object.entries(ways)) t.match(readTaxId(way), { value: id, plausibility: 1 }, way)
  t.end()
})

t.test('a wrong check digit is hardly plausible; one usual misreading is repaired, to be reviewed', (t) => {
  t.match(readTaxId('NIF: B12345675'), { value: 'B12345675', plausibility: 0.4 })
  for (const way of ['NIF: BI2345674', 'NIF: 812345674', 'NIF: B1234S674']) {
    t.equal(readTaxId(way)?.value, 'B12345674', way)
    t.ok((readTaxId(way)?.plausibility ?? 1) < REVIEW, way)
  }
  t.end()
})

t.test('other numbers are no tax identifications', (t) => {
  for (const text of ['Pedido 12345678', 'Tel. +34 953 12 34 56', '23001 Jaén', 'ES-123456', '1234 BCD'])
    t.equal(readTaxId(text), undefined, text)
  t.end()
})

t.test('plates keep their blanks and dashes; a trailer follows its vehicle', (t) => {
  for (const plate of [
    '1234 BCD',
    '1234BCD',
    'M-AB 1234',
    'EA-123-BC',
    'AA-12-BB',
    '12-BXY-3',
    'AB19 CDE',
    '1-ABC-234',
    'W-12345A',
  ])
    t.match(readPlates(`Matrícula: ${plate}`), { vehicle: { value: plate, plausibility: 1 } }, plate)
  t.match(readPlates('1234 BCD / R-5678-BBC'), {
    vehicle: { value: '1234 BCD' },
    trailer: { value: 'R-5678-BBC' },
  })
  t.match(readPlates('1234-bcd'), { vehicle: { value: '1234-BCD' } })
  t.ok((readPlates('1234 8CD')?.vehicle.plausibility ?? 1) < REVIEW, 'no plate has that form')
  t.equal(readPlates('Jaén, 20/11/2026'), undefined)
  t.end()
})

t.test('how dangerous goods, temperatures, times and seals are written', (t) => {
  const danger = 'UN 1263, PINTURA, 3, II, (D/E)'
  t.equal(readUnNumber(danger)?.value, 'UN 1263')
  t.equal(readAdrClass(danger)?.value, '3')
  t.equal(readPackingGroup(danger)?.value, 'II')
  t.ok((readPackingGroup('ll')?.plausibility ?? 1) < REVIEW)
  t.equal(readTemperature('Temperatura: +2 °C a +4 °C')?.value, '+2 °C a +4 °C')
  t.same(readTimeWindow('de 8:00 a 14:30')?.value, { from: '08:00', to: '14:30' })
  t.same(readTimeWindow('von 8 Uhr bis 14 Uhr')?.value, { from: '08:00', to: '14:00' })
  t.same(readTimeWindow('antes de las 12:00')?.value, { from: null, to: '12:00' })
  t.equal(readTimeWindow('20.11.2026'), undefined)
  t.same(readSeals('Precintos: ES-123456, ES-123457')?.value, ['ES-123456', 'ES-123457'])
  t.equal(readSeals('sin precinto'), undefined)
  t.end()
})

t.test('e-mail addresses and phone numbers', (t) => {
  t.match(readEmail('E-mail: pedidos@aceites.example'), { value: 'pedidos@aceites.example', plausibility: 1 })
  t.ok((readEmail('pedidos©aceites.example')?.plausibility ?? 1) < REVIEW)
  t.equal(readPhone('Tel. +34 953 12 34 56')?.value, '+34 953 12 34 56')
  t.equal(readPhone('20/11/2026'), undefined)
  t.end()
})
