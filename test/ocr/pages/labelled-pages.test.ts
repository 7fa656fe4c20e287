import type { ReadForm } from '@ecmr/ocr'
import { readConsignmentNote } from '@ecmr/ocr/testing'
import t from 'tap'
import { type Written, writtenPage } from '../written-page.js'

const REVIEW = 0.85

const valuesOf = (form: ReadForm): Readonly<Record<string, unknown>> =>
  Object.fromEntries(form.fields.map(({ name, value }) => [name, value]))
const read = (...texts: readonly Written[]): ReadForm => readConsignmentNote(writtenPage(texts))

t.test('a delivery note: the letterhead sends, the customer receives, the table says what', (t) => {
  const form = read(
    [100, 60, 'Aceites Guadalmazán, S.L.'],
    [100, 86, 'Ctra. de Logroño, km 12,4'],
    [100, 112, '23001 Jaén (España)'],
    [100, 138, 'CIF: B12345674'],
    [1000, 60, 'ALBARÁN'],
    [1000, 100, 'Nº: 2026/004711'],
    [1000, 130, 'Fecha: 19/11/2026'],
    [1000, 160, 'Su pedido: 998877'],
    [100, 300, 'Cliente'],
    [100, 326, 'Huiles Beauvallon SARL'],
    [100, 352, '12 rue de la République'],
    [100, 378, '69007 Lyon'],
    [100, 404, 'Francia'],
    [800, 300, 'Dirección de entrega'],
    [800, 326, 'Z.I. Nord, 3 avenue de l’Europe'],
    [800, 352, '38070 Saint-Quentin-Fallavier (Francia)'],
    [100, 560, 'Código'],
    [300, 560, 'Descripción'],
    [900, 560, 'Bultos'],
    [1050, 560, 'Embalaje'],
    [1300, 560, 'Peso bruto kg'],
    [100, 600, '10021'],
    [300, 600, 'Aceite de oliva virgen extra'],
    [940, 600, '20'],
    [1050, 600, 'Palets'],
    [1370, 600, '16.000'],
    [100, 640, '10022'],
    [300, 640, 'Aceitunas verdes'],
    [950, 640, '4'],
    [1050, 640, 'Cajas'],
    [1380, 640, '2.400'],
    [300, 680, 'Total'],
    [940, 680, '24'],
    [1370, 680, '18.400'],
    [100, 900, 'Transportista: Riberaltia Portes S.L.'],
    [100, 930, 'Fecha de carga: 20/11/2026'],
    [100, 960, 'Matrícula: 1234 BCD / R-5678-BBC'],
  )
  t.equal(form.documentType, 'delivery_note')
  t.equal(form.language, 'es')
  t.same(valuesOf(form), {
    sender_company_name: 'Aceites Guadalmazán, S.L.',
    sender_address: 'Ctra. de Logroño, km 12,4',
    sender_city: 'Jaén',
    sender_postal_code: '23001',
    sender_country: 'ES',
    sender_tax_id: 'B12345674',
    reference: '2026/004711',
    issue_date: '2026-11-19',
    receiver_company_name: 'Huiles Beauvallon SARL',
    receiver_address: '12 rue de la République',
    receiver_city: 'Lyon',
    receiver_postal_code: '69007',
    receiver_country: 'FR',
    delivery_address: 'Z.I. Nord, 3 avenue de l’Europe',
    delivery_city: 'Saint-Quentin-Fallavier',
    delivery_postal_code: '38070',
    delivery_country: 'FR',
    goods_description: 'Aceite de oliva virgen extra; Aceitunas verdes',
    goods_packages: 24,
    goods_packaging: 'Palets; Cajas',
    goods_weight_kg: 18_400,
    carrier_company_name: 'Riberaltia Portes S.L.',
    pickup_date: '2026-11-20',
    vehicle_plate: '1234 BCD',
    trailer_plate: 'R-5678-BBC',
  })
  t.ok(form.fields.every(({ confidence }) => confidence > REVIEW))
  t.end()
})

t.test('a letter: what stands behind labels, and what its sentences tell', (t) => {
  const form = read(
    [100, 60, 'Lyon, le 19 novembre 2026'],
    [100, 140, 'Expéditeur : Huiles Beauvallon SARL'],
    [230, 168, '12 rue de la République'],
    [230, 196, '69007 Lyon'],
    [
      100,
      300,
      'Par la présente, nous vous informons que nous avons remis le 20 novembre 2026 au transporteur',
    ],
    [
      100,
      328,
      'Transports Garrigou SARL la marchandise décrite ci-dessous, à livrer à C/ Mayor, 3, 23001 Jaén,',
    ],
    [100, 356, 'Espagne.'],
    [100, 430, 'Poids brut : 18 400 kg'],
    [100, 500, 'Veuillez agréer nos salutations distinguées.'],
  )
  t.match(form, { documentType: 'letter', language: 'fr' })
  t.same(valuesOf(form), {
    issue_place: 'Lyon',
    issue_date: '2026-11-19',
    sender_company_name: 'Huiles Beauvallon SARL',
    sender_address: '12 rue de la République',
    sender_city: 'Lyon',
    sender_postal_code: '69007',
    pickup_date: '2026-11-20',
    carrier_company_name: 'Transports Garrigou SARL',
    delivery_address: 'C/ Mayor, 3',
    delivery_city: 'Jaén',
    delivery_postal_code: '23001',
    delivery_country: 'ES',
    goods_weight_kg: 18_400,
  })
  t.end()
})

const particulars: readonly (readonly [string, string])[] = [
  ['Absender', 'Bergmosacher Chemie GmbH'],
  ['Ladedatum', '20.11.2026'],
  ['Bruttogewicht', '18.400 kg'],
  ['Fahrer', 'Jonas Beispiel'],
  ['Plombe Nr.', 'SL-12345, SL-12346'],
]
const whatTheySay = {
  sender_company_name: 'Bergmosacher Chemie GmbH',
  pickup_date: '2026-11-20',
  goods_weight_kg: 18_400,
  driver_name: 'Jonas Beispiel',
  seal_numbers: ['SL-12345', 'SL-12346'],
}

t.test(
  'a letter that is called a consignment note, with words of the CMR form for labels, is read as a letter',
  (t) => {
    const form = read(
      [100, 60, 'CARTA DE PORTE'],
      [100, 140, 'Remitente:'],
      [500, 140, 'Aceites Guadalmazán, S.L.'],
      [500, 168, 'Ctra. de Logroño, 12'],
      [500, 196, '23001 Jaén'],
      [100, 260, 'Consignatario:'],
      [500, 260, 'Huiles Beauvallon SARL'],
      [500, 288, '12 rue de la République'],
      [500, 316, '69007 Lyon'],
      [100, 380, 'Por la presente les comunicamos que hemos entregado la mercancía que se detalla:'],
      [100, 440, 'Transportista:'],
      [500, 440, 'Riberaltia Portes S.L.'],
      [100, 480, 'Marcas:'],
      [500, 480, 'ENF 4548'],
      [100, 520, 'Peso:'],
      [500, 520, '9.580 kg'],
      [100, 560, 'Matrícula:'],
      [500, 560, '4497 LJJ'],
      [100, 600, 'Documentos anexos:'],
      [500, 600, 'Factura 190209'],
      [100, 640, 'Instrucciones:'],
      [500, 640, 'Devolver los palets.'],
      [100, 680, 'Estipulaciones particulares:'],
      [500, 680, 'Intercambio de palets 1:1.'],
    )
    t.equal(form.documentType, 'letter')
    t.match(valuesOf(form), {
      sender_company_name: 'Aceites Guadalmazán, S.L.',
      sender_city: 'Jaén',
      receiver_address: '12 rue de la République',
      carrier_company_name: 'Riberaltia Portes S.L.',
      goods_marks: 'ENF 4548',
      goods_weight_kg: 9580,
      vehicle_plate: '4497 LJJ',
      special_agreements: 'Intercambio de palets 1:1.',
    })
    t.end()
  },
)

t.test('a form with values beside their labels says the same as one with values below them', (t) => {
  const beside = particulars.flatMap(([label, value], row): Written[] => [
    [100, 100 + 60 * row, label],
    [500, 100 + 60 * row, value],
  ])
  t.same(valuesOf(read(...beside)), whatTheySay)
  const below = particulars.flatMap(([label, value], at): Written[] => [
    [100 + 700 * (at % 2), 100 + 90 * Math.floor(at / 2), label],
    [100 + 700 * (at % 2), 124 + 90 * Math.floor(at / 2), value],
  ])
  t.same(valuesOf(read(...below)), whatTheySay)
  t.end()
})

t.test('a label with wrong letters is found, and its value has less confidence', (t) => {
  const form = read([100, 100, 'Destinatarlo: Huiles Beauvallon SARL'], [100, 160, 'Vehiculo: 1234 BCD'])
  t.match(valuesOf(form), { receiver_company_name: 'Huiles Beauvallon SARL', vehicle_plate: '1234 BCD' })
  const [receiver] = form.fields.filter(({ name }) => name.startsWith('receiver'))
  t.ok((receiver?.confidence ?? 1) < 0.95 && (receiver?.confidence ?? 0) > 0.8)
  t.end()
})

t.test('two places that say different things leave a field to be reviewed', (t) => {
  const form = read([100, 100, 'Fecha de carga: 20/11/2026'], [100, 160, 'Fecha de recogida: 21/11/2026'])
  t.equal(form.fields.length, 1)
  t.ok((form.fields[0]?.confidence ?? 1) < REVIEW)
  t.end()
})

t.test('the confidence of a code is that of its weakest word', (t) => {
  const page = writtenPage([[100, 100, 'Matrícula: 1234 BCD']])
  const words = page.words.map((word) => (word.text === 'BCD' ? { ...word, confidence: 0.4 } : word))
  const [plate] = readConsignmentNote({ ...page, words }).fields
  t.equal(plate?.name, 'vehicle_plate')
  t.ok((plate?.confidence ?? 1) <= 0.4)
  t.same(plate?.box, { x: 210, y: 100, width: 80, height: 18 })
  t.end()
})

t.test('nothing is read from a page about something else', (t) => {
  const form = read(
    [100, 100, 'Receta de gazpacho'],
    [100, 140, 'Un kilo de tomates maduros, dos dientes de ajo y 50 ml de aceite.'],
    [100, 180, 'Servir muy frío. Abierto desde 1998.'],
  )
  t.same(form.fields, [])
  t.equal(form.documentType, 'unknown')
  t.same(read().fields, [])
  t.end()
})

t.test('a page full of words is read in bounded time', (t) => {
  const rows = Array.from(
    { length: 40 },
    (_, row): Written => [20, 20 * row, 'Peso bruto Fecha: Nº 1.250 kg de '.repeat(5)],
  )
  const began = performance.now()
  read(...rows)
  t.ok(performance.now() - began < 10_000, `${Math.round(performance.now() - began)} ms`)
  t.end()
})

const fieldOn = (form: ReadForm, wanted: string) => form.fields.find(({ name }) => name === wanted)

t.test('the day on which a letter was written is not that of loading', (t) => {
  const form = read(
    [100, 60, 'Por la presente les comunicamos que hemos entregado al transportista'],
    [100, 88, 'Orkoien, 2024-01-10'],
    [100, 116, 'la mercancía que se detalla, con fecha 2024-01-11, en nuestro almacén de Orkoien.'],
    [100, 200, 'Les saludamos atentamente.'],
  )
  t.equal(fieldOn(form, 'pickup_date')?.value, '2024-01-11')
  t.end()
})

t.test('the closing words of a letter are none of the last particular', (t) => {
  const form = read(
    [100, 100, 'Instrucciones: Entregar en el muelle 4.'],
    [100, 126, 'Rogamos nos devuelvan una copia firmada de este documento.'],
  )
  t.equal(fieldOn(form, 'instructions')?.value, 'Entregar en el muelle 4.')
  t.end()
})

t.test('letters that cannot have been printed are corrected, and marked for review', (t) => {
  const form = read(
    [100, 100, 'Absender: Getreide WeiBbrunn GmbH 8 Co. KG'],
    [200, 126, 'Alte Miihlenstrafe 17'],
    [200, 152, '80331 München'],
    [200, 178, 'Deutschland'],
    [100, 250, 'Warenbezeichnung: Bier in 30-1-Fässern'],
    [100, 300, 'Fahrer: Jonas Beispiel'],
  )
  t.match(valuesOf(form), {
    sender_company_name: 'Getreide Weißbrunn GmbH & Co. KG',
    sender_address: 'Alte Mühlenstraße 17',
    goods_description: 'Bier in 30-l-Fässern',
  })
  for (const name of ['sender_company_name', 'sender_address', 'goods_description'])
    t.ok((fieldOn(form, name)?.confidence ?? 1) < REVIEW, name)
  t.ok((fieldOn(form, 'driver_name')?.confidence ?? 0) > REVIEW)
  t.end()
})

t.test('what may be a figure or a letter, and letters of other languages, are to be looked at', (t) => {
  const doubtful = [
    'Referencia: 0T/27/6574',
    'Referencia: Ss643074',
    'Marcas: 1-98760',
    'Marcas: 147 - 7/7',
    'Lugar de entrega: Av. da Liberdade 39 - 2.9, 1250-096 Lisboa (Portugal)',
    'Descripción de la mercancía: Aceite, botellas de 11',
    'Lugar de entrega: Bielefeld verladen',
    'Lugar de entrega: Av. -del Puerto 32, 23001 Jaén (España)',
    'Remitente: Carga KG & Co',
    'Lugar de entrega: Parcela 148, 23001 Jaén (España)',
    'Lugar de entrega: Lange Ácker 21, 33609 Bielefeld (Alemania)',
  ]
  for (const text of doubtful) {
    const [found] = read([100, 100, text]).fields
    t.ok(found !== undefined && found.confidence < REVIEW, `${text}: ${found?.confidence}`)
  }
  const [sure] = read([100, 100, 'Referencia: OT/27/6574']).fields
  t.ok((sure?.confidence ?? 0) > REVIEW)
  t.end()
})

t.test('specks before a text do not belong to it, and a Spanish number has its own sign', (t) => {
  const form = read(
    [100, 100, 'Documentos anexos: Factura n° 25/65376'],
    [100, 150, 'Descripción de la mercancía: - Tableros'],
    [100, 200, 'Instrucciones: Entregar de lunes a ‘viernes.'],
    [100, 250, 'Conductor: Documents annexés :'],
    [100, 300, 'Lugar de entrega: Av. da Liberdade 39 - 2.°, 1250-096 Lisboa'],
  )
  t.match(valuesOf(form), {
    delivery_address: 'Av. da Liberdade 39 - 2.º',
    documents: ['Factura nº 25/65376'],
    goods_description: 'Tableros',
    instructions: 'Entregar de lunes a viernes.',
  })
  t.equal(fieldOn(form, 'driver_name'), undefined)
  t.end()
})

t.test('a sentence right below an address is none of it, and tells where the goods go', (t) => {
  const form = read(
    [100, 100, 'Destinataire :'],
    [300, 100, 'Huiles Beauvallon SARL'],
    [300, 126, '12 rue de la République'],
    [300, 152, '69007 Lyon'],
    [
      290,
      178,
      'La présente lettre accompagne la marchandise, chargée le 23/01/2027, a livrer a Mayor 3, 23001 Jaén.',
    ],
    [100, 300, 'Veuillez agréer nos salutations distinguées.'],
  )
  t.match(valuesOf(form), {
    receiver_address: '12 rue de la République',
    receiver_city: 'Lyon',
    pickup_date: '2027-01-23',
    delivery_city: 'Jaén',
  })
  t.end()
})
