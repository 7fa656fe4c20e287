import { type FoundParty, readCountry, readParty, readPlace } from '@ecmr/ocr/testing'
import t from 'tap'
import { addressLines } from './address-lines.js'

const replyIn = (party: FoundParty): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(party).map(([member, found]) => [member, found.value]))

t.test('countries by their names in many languages, and by codes where codes are written', (t) => {
  const ways = {
    ES: [
      'España',
      'ESPAÑA',
      'Espana',
      'Spain',
      'Espagne',
      'Spanien',
      'Jaén (España)',
      'Jaén (E)',
      'E-23001 Jaén',
    ],
    DE: ['Alemania', 'Germany', 'Allemagne', 'Deutschland', 'D-80331 München', 'München - DE'],
    GB: ['Reino Unido', 'United Kingdom', 'Royaume-Uni', 'Vereinigtes Königreich', 'Grossbritannien', 'UK'],
    NL: ['Países Bajos', 'Pays-Bas', 'Niederlande', 'Nederland', 'Holland'],
    PE: ['Perú'],
  }
  for (const [code, names] of Object.entries(ways))
    for (const name of names) t.equal(readCountry(name)?.value, code, name)
  t.match(readCountry('Alemanla'), { value: 'DE', plausibility: 0.8 }, 'one letter misread')
  for (const text of ['Aceites del Sur', 'Calle Mayor 12', 'Almería', '', 'X'])
    t.equal(readCountry(text), undefined, text)
  t.end()
})

t.test('towns with their postal codes, before or behind them', (t) => {
  const ways = {
    '23001 Jaén (España)': ['23001', 'Jaén', 'ES'],
    'D-80331 München': ['80331', 'München', 'DE'],
    '69365 LYON CEDEX 07': ['69365', 'LYON', undefined],
    '4470-177 Maia': ['4470-177', 'Maia', undefined],
    '00-001 Warszawa': ['00-001', 'Warszawa', undefined],
    '3044 AG Rotterdam': ['3044 AG', 'Rotterdam', undefined],
    'Dover CT16 3LF (United Kingdom)': ['CT16 3LF', 'Dover', 'GB'],
    '20138 Milano (MI)': ['20138', 'Milano', undefined],
    '41500 Alcalá de Guadaíra (Sevilla), España': ['41500', 'Alcalá de Guadaíra', 'ES'],
    '69007 Lyon - FR': ['69007', 'Lyon', 'FR'],
    'ES-48340': ['48340', undefined, 'ES'],
    'Eu 76260': ['76260', 'Eu', undefined],
    'Lyon, Francia': [undefined, 'Lyon', 'FR'],
    'Amorebieta-Etxano': [undefined, 'Amorebieta-Etxano', undefined],
  } as const
  for (const [line, [code, city, country]] of Object.entries(ways)) {
    const place = readPlace(line)
    t.same(
      [place?.postal_code?.value, place?.city?.value, place?.country?.value],
      [code, city, country],
      line,
    )
  }
  t.equal(readPlace('Calle Mayor, 12'), undefined)
  t.end()
})

t.test('an address block says who a party is, where it is and how it is reached', (t) => {
  const party = readParty(
    addressLines(
      'Aceites Guadalmazán, S.L.',
      'NIF: B-12345674',
      'Ctra. de Logroño, km 12,4',
      '46980 Paterna',
      'España',
      'Contacto: Ana López Ruiz',
      'Tel. +34 96 123 45 67',
      'info@guadalmazan.example',
    ),
  )
  t.same(replyIn(party), {
    company_name: 'Aceites Guadalmazán, S.L.',
    address: 'Ctra. de Logroño, km 12,4',
    city: 'Paterna',
    postal_code: '46980',
    country: 'ES',
    tax_id: 'B12345674',
    contact_name: 'Ana López Ruiz',
    phone: '+34 96 123 45 67',
    email: 'info@guadalmazan.example',
  })
  t.end()
})

t.test('a party on one line, and one whose name and address go on in the next', (t) => {
  t.same(replyIn(readParty(addressLines('Aceites Del Turia, S.L., Calle Mayor, 12, 23001 Jaén, España'))), {
    company_name: 'Aceites Del Turia, S.L.',
    address: 'Calle Mayor, 12',
    city: 'Jaén',
    postal_code: '23001',
    country: 'ES',
  })
  const broken = addressLines(
    'Transportes Internacionales Hermanos',
    'Quirante S.L.',
    'C/ Río Segura, s/n, Pol. Ind. La Estrella, 30500 Molina de',
    'Segura (España)',
  )
  t.match(replyIn(readParty(broken)), {
    company_name: 'Transportes Internacionales Hermanos Quirante S.L.',
    address: 'C/ Río Segura, s/n, Pol. Ind. La Estrella',
    city: 'Molina de Segura',
    country: 'ES',
  })
  t.end()
})

t.test('a street in a lane named like a town is no town, a town named like a dike is one', (t) => {
  const party = readParty(addressLines('Polderhof B.V.', 'Industriestraat 1230', '2676 LM Maasdijk'))
  t.match(replyIn(party), { address: 'Industriestraat 1230', city: 'Maasdijk', postal_code: '2676 LM' })
  t.end()
})

t.test('letters that a country does not have are doubted', (t) => {
  const party = readParty(
    addressLines('Getränke Múhle GmbH', 'Lange Äcker 2', '04356 Leipzig', 'Deutschland'),
  )
  t.match(party, {
    company_name: { value: 'Getränke Múhle GmbH', plausibility: 0.85 },
    address: { plausibility: 1 },
  })
  t.end()
})
