import { bestAssignment, calibrated, MOST_ASSIGNED, readConsignmentNote } from '@ecmr/ocr/testing'
import t from 'tap'
import { type Written, writtenPage } from './written-page.js'

const at = (x: number, y: number, ...lines: readonly string[]): readonly Written[] =>
  lines.flatMap((text, row): readonly Written[] => (text === '' ? [] : [[x, y + 30 * row, text]]))
const level = (x: number, y: number, width: number) =>
  ({ direction: 'horizontal', box: { x, y, width, height: 2 } }) as const

const fieldsOn = (texts: readonly Written[], rules: readonly ReturnType<typeof level>[] = []) =>
  Object.fromEntries(
    readConsignmentNote(writtenPage(texts, { rules })).fields.map(({ name, value }) => [name, value]),
  )

const jaen = ['Aceites del Guadalquivir S.L.', 'Calle Real 12', '23001 Jaén']
const lyon = ['Huiles Rhodaniennes S.A.', '14 rue de la Gare', '69002 Lyon']
const title = at(100, 60, 'ALBARÁN DE ENTREGA')

for (const [what, texts, expected, rules] of [
  [
    'a heading with a blank line before its value',
    [...title, ...at(100, 200, 'Destinatario', '', '', ...lyon)],
    {
      receiver_company_name: lyon[0],
      receiver_address: lyon[1],
      receiver_city: 'Lyon',
      receiver_postal_code: '69002',
    },
  ],
  [
    'a heading in a cell of its own',
    [
      ...title,
      ...at(100, 200, 'REMITENTE'),
      ...at(900, 200, 'DESTINATARIO'),
      ...at(100, 250, ...jaen),
      ...at(900, 250, ...lyon),
    ],
    {
      sender_company_name: jaen[0],
      sender_city: 'Jaén',
      receiver_company_name: lyon[0],
      receiver_city: 'Lyon',
    },
    [level(90, 230, 1400)],
  ],
  [
    'an address whose lines have labels of their own',
    [
      ...title,
      ...at(
        100,
        200,
        'Destinatario:',
        'Razón social: Conservas del Norte S.A.',
        'Domicilio: Polígono Industrial 7',
        'CP: 39300 Población: Torrelavega',
        'Provincia: Cantabria',
      ),
    ],
    {
      receiver_company_name: 'Conservas del Norte S.A.',
      receiver_address: 'Polígono Industrial 7',
      receiver_postal_code: '39300',
      receiver_city: 'Torrelavega',
    },
  ],
  [
    'labels that no list has, by the beginnings of their words',
    [
      ...at(100, 60, 'TRANSPORTAUFTRAG'),
      ...at(
        100,
        200,
        'Datum der Warenübernahme: 07.01.2027',
        'Kfz-Nummernschild: M-PK 3091',
        'Ihre Auftragsnummer: 4711',
        'Verladeadresse: Gewerbestraße 4, 80331 München',
      ),
    ],
    { pickup_date: '2027-01-07', vehicle_plate: 'M-PK 3091', reference: undefined, pickup_city: 'München' },
  ],
  [
    'an address with labels of its own behind the label of its party, broken by a narrow column',
    [
      ...at(100, 60, 'TRANSPORTAUFTRAG'),
      ...at(100, 200, 'Absender: Firma: BAUSTOFFE'),
      ...at(
        200,
        230,
        'HALLSTETTER OHG',
        'Straße: LANGE',
        'ÄCKER 69, HALLE 2',
        'PLZ: 33609',
        'Ort: BIELEFELD',
      ),
      ...at(700, 200, 'Empfänger Firma: HOCHKOGEL'),
      ...at(810, 230, 'ANLAGENBAU GMBH', 'Straße: WIENER', 'STRASSE 118', 'PLZ: 4020', 'Ort: LINZ'),
    ],
    {
      sender_company_name: 'BAUSTOFFE HALLSTETTER OHG',
      sender_address: 'LANGE ÄCKER 69, HALLE 2',
      sender_postal_code: '33609',
      sender_city: 'BIELEFELD',
      receiver_company_name: 'HOCHKOGEL ANLAGENBAU GMBH',
      receiver_address: 'WIENER STRASSE 118',
      receiver_city: 'LINZ',
    },
  ],
  [
    'a label that runs together with the value of the column before it',
    [
      ...title,
      ...at(100, 200, 'Remitente', ...jaen),
      ...at(400, 200, 'Destinatario', ...lyon),
      ...at(100, 400, 'Precinto', 'ES-1234'),
      ...at(305, 400, 'SUELTO'),
      ...at(400, 400, 'Conductor', 'Luis Ordóñez'),
      ...at(100, 500, 'Bultos', '12'),
      ...at(400, 500, 'Remolque', 'R-5678-BBC'),
    ],
    { driver_name: 'Luis Ordóñez', trailer_plate: 'R-5678-BBC' },
  ],
  [
    'a street that begins with a preposition, which is no label',
    [
      ...at(100, 60, 'LIEFERSCHEIN'),
      ...at(100, 200, 'Frachtführer: Rheintaler Logistik OHG'),
      ...at(240, 230, 'An der Alten Mühle 93', '04356 Leipzig'),
    ],
    {
      carrier_company_name: 'Rheintaler Logistik OHG',
      carrier_address: 'An der Alten Mühle 93',
      carrier_city: 'Leipzig',
    },
  ],
  [
    'an Italian letter',
    [
      ...at(100, 60, ...jaen),
      ...at(
        100,
        300,
        'Destinatario:',
        ...lyon,
        '',
        'Con la presente vi comunichiamo che in data 01/03/2026 abbiamo consegnato al vettore Trasporti Verdi S.r.l. la',
        'merce sotto indicata, da consegnare a Industriezeile 6, 8055 Graz.',
      ),
    ],
    {
      pickup_date: '2026-03-01',
      carrier_company_name: 'Trasporti Verdi S.r.l.',
      delivery_address: 'Industriezeile 6',
      delivery_city: 'Graz',
      delivery_postal_code: '8055',
    },
  ],
  [
    'parties whose captions were lost, by their order and by the name of who carries',
    [
      ...at(100, 60, 'LETTRE DE VOITURE'),
      ...at(100, 1200, ...jaen),
      ...at(900, 1200, ...lyon),
      ...at(100, 1500, 'Transports Delaroche SARL', '12 quai Pasteur', '67000 Strasbourg'),
    ],
    {
      sender_company_name: jaen[0],
      receiver_company_name: lyon[0],
      carrier_company_name: 'Transports Delaroche SARL',
      carrier_city: 'Strasbourg',
    },
  ],
  [
    'a line to sign on is no party',
    [
      ...title,
      ...at(100, 200, 'Destinatario:', ...lyon),
      ...at(100, 1800, 'Firma del remitente', 'Luis Ordóñez'),
    ],
    { receiver_company_name: lyon[0], sender_company_name: undefined },
  ],
  [
    'a town below its address, then its code',
    [
      ...title,
      ...at(
        100,
        200,
        'Remitente:',
        'Vinos de la Mancha S.L.',
        'Avenida del Vino 3',
        'Población: Tomelloso',
        'C.P.: 13700',
      ),
    ],
    { sender_city: 'Tomelloso', sender_postal_code: '13700', sender_address: 'Avenida del Vino 3' },
  ],
  [
    'who transports, by the word transport alone',
    [...title, ...at(100, 200, 'Transporte: Transportes Ruiz S.L.', 'Matrícula: 1234 BCD')],
    { carrier_company_name: 'Transportes Ruiz S.L.', vehicle_plate: '1234 BCD' },
  ],
  [
    'a transport that is no company',
    [...title, ...at(100, 200, 'Transporte: pagado', 'Matrícula: 1234 BCD')],
    { carrier_company_name: undefined, vehicle_plate: '1234 BCD' },
  ],
  [
    'goods in a column of articles',
    [
      ...title,
      ...at(100, 400, 'Artículo', 'Aceite de oliva virgen'),
      ...at(700, 400, 'Bultos', '24'),
      ...at(1000, 400, 'Peso bruto', '18.400 kg'),
    ],
    { goods_description: 'Aceite de oliva virgen', goods_packages: 24, goods_weight_kg: 18_400 },
  ],
  [
    'codes in a column of articles, beside the goods',
    [
      ...title,
      ...at(100, 400, 'Artículo', 'AC-1001'),
      ...at(400, 400, 'Descripción', 'Aceite de oliva virgen'),
      ...at(800, 400, 'Bultos', '24'),
      ...at(1100, 400, 'Peso bruto', '18.400 kg'),
    ],
    { goods_description: 'Aceite de oliva virgen' },
  ],
  [
    'a label without a colon right below a table of goods',
    [
      ...title,
      ...at(100, 400, 'Descripción', 'Aceite de oliva virgen', '', 'Remolque', 'R-5678-BBC'),
      ...at(700, 400, 'Bultos', '24'),
      ...at(1000, 400, 'Peso bruto', '18.400 kg'),
    ],
    { goods_description: 'Aceite de oliva virgen', goods_packages: 24, trailer_plate: 'R-5678-BBC' },
  ],
  [
    'a letterhead of a paper that is called nothing we know, but names a receiver',
    [...at(100, 60, ...jaen), ...at(100, 300, 'Destinatario:', ...lyon)],
    { sender_company_name: jaen[0], sender_city: 'Jaén', receiver_company_name: lyon[0] },
  ],
  [
    'an Italian paper',
    at(
      100,
      60,
      'DOCUMENTO DI TRASPORTO',
      '',
      'Mittente:',
      'Acciai Lombardi S.p.A.',
      'Via Milano 4',
      '25126 Brescia',
      '',
      'Destinatario:',
      'Ferrement S.A.',
      '3 rue Pasteur',
      '38000 Grenoble',
      '',
      'Targa: AB 123 CD',
      'Colli: 12',
      'Peso lordo: 9.500 kg',
    ),
    {
      sender_company_name: 'Acciai Lombardi S.p.A.',
      sender_city: 'Brescia',
      receiver_company_name: 'Ferrement S.A.',
      receiver_postal_code: '38000',
      vehicle_plate: 'AB 123 CD',
      goods_packages: 12,
      goods_weight_kg: 9500,
    },
  ],
  [
    'a Portuguese paper',
    at(
      100,
      60,
      'GUIA DE REMESSA',
      '',
      'Remetente:',
      'Cortiças do Sul, Lda',
      'Rua Nova 8',
      '7000-811 Évora',
      '',
      'Transportador:',
      'Transportes Silva, Lda',
      '',
      'Matrícula: 12-AB-34',
      'Data de carga: 20/11/2026',
      'Peso bruto: 3.200 kg',
    ),
    {
      sender_city: 'Évora',
      sender_postal_code: '7000-811',
      carrier_company_name: 'Transportes Silva, Lda',
      vehicle_plate: '12-AB-34',
      pickup_date: '2026-11-20',
      goods_weight_kg: 3200,
    },
  ],
  [
    'a value below that another label has beside it',
    [
      ...title,
      ...at(100, 200, 'Fecha de entrega', 'Matrícula'),
      ...at(500, 230, '1234 BCD'),
      ...at(500, 200, '20/11/2026'),
    ],
    { delivery_date: '2026-11-20', vehicle_plate: '1234 BCD' },
  ],
] satisfies readonly (readonly [
  string,
  readonly Written[],
  Record<string, unknown>,
  (readonly ReturnType<typeof level>[])?,
])[])
  t.test(`what is read: ${what}`, async (t) => {
    const fields = fieldsOn(texts, rules)
    for (const [name, value] of Object.entries(expected)) t.equal(fields[name], value, name)
  })

t.test(
  'a block that no label names is the sender above, the receiver below it, and a person looks',
  async (t) => {
    const page = writtenPage([
      ...title,
      ...at(100, 120, ...jaen),
      ...at(900, 300, ...lyon),
      ...at(100, 500, 'Bultos: 4'),
    ])
    const fields = new Map(readConsignmentNote(page).fields.map((field) => [field.name, field]))
    t.equal(fields.get('sender_company_name')?.value, jaen[0])
    t.equal(fields.get('receiver_company_name')?.value, lyon[0])
    t.ok((fields.get('receiver_company_name')?.confidence ?? 1) < 0.88)
  },
)

t.test('a page with more letters or words than a note has is text, of which nothing is read', async (t) => {
  const [note] = [at(100, 60, 'Bultos: 24')]
  const many = (count: number, text: string) =>
    Array.from(
      { length: count },
      (_, row): Written => [(row % 50) * 30, 300 + 20 * Math.floor(row / 50), text],
    )
  t.same(fieldsOn([...note, ...many(3000, 'x')]), { goods_packages: 24 })
  t.same(fieldsOn([...note, ...many(4000, 'x')]), {})
  t.same(fieldsOn([...note, ...many(1200, 'x'.repeat(17))]), {})
})

t.test(
  'pairs are chosen for all labels together, and the work is bounded however many there are',
  async (t) => {
    t.same(
      bestAssignment([
        [0.9, 0.8],
        [0.85, 0],
      ]),
      [1, 0],
      'the first gives way',
    )
    t.same(bestAssignment([[0.5], [0.6], [0]]), [undefined, 0, undefined])
    t.same(bestAssignment([]), [])
    const count = { steps: 0 }
    const hostile = Array.from({ length: 400 }, (_, row) =>
      Array.from({ length: 400 }, (_, column) => ((row * 7 + column * 13) % 101) / 100),
    )
    const chosen = bestAssignment(hostile, count)
    t.ok(count.steps <= 2 * MOST_ASSIGNED ** 3, `${count.steps} steps`)
    t.equal(new Set(chosen.slice(0, MOST_ASSIGNED)).size, MOST_ASSIGNED, 'each column once')
    t.ok(chosen.slice(MOST_ASSIGNED).every((column) => column === undefined))
  },
)

t.test('common words get back the accents that recognition lost, and a person looks', async (t) => {
  const written = at(
    100,
    200,
    'Destinatario:',
    'TEXTEIS DO NORTE LDA.',
    'Rua da Industria, 31 - 2.9',
    '4705-319 Braga (Portugal)',
  )
  const { fields } = readConsignmentNote(writtenPage([...title, ...written]))
  const of = (wanted: string) => fields.find(({ name }) => name === wanted)
  t.equal(of('receiver_company_name')?.value, 'TÊXTEIS DO NORTE LDA.')
  t.equal(of('receiver_address')?.value, 'Rua da Indústria, 31 - 2.º')
  t.ok((of('receiver_company_name')?.confidence ?? 1) <= 0.8)
})

t.test('what is wrong more often than not is not said', async (t) => {
  const [doubtful] = calibrated({
    documentType: 'cmr',
    language: 'es',
    warnings: [],
    fields: [
      { name: 'sender_city', value: 'Jaén', confidence: 0.7, cmrBox: 1, sourceText: 'Jaén', box: null },
    ],
  }).fields
  t.equal(doubtful?.value, null)
  t.equal(doubtful?.sourceText, 'Jaén', 'but it is said that something stands there')
})

t.test('confidence rises with how sure the reader was, and nothing is certain', async (t) => {
  const fieldOf = (name: 'delivery_date' | 'sender_address', confidence: number) => ({
    name,
    value: 'x',
    confidence,
    cmrBox: null,
    sourceText: 'x',
    box: null,
  })
  const sure = Array.from({ length: 41 }, (_, step) => step / 40)
  for (const name of ['delivery_date', 'sender_address'] as const) {
    const { fields } = calibrated({
      documentType: 'cmr',
      language: null,
      warnings: [],
      fields: sure.map((each) => fieldOf(name, each)),
    })
    const given = fields.map(({ confidence }) => confidence)
    t.same(given, given.toSorted(), name)
    t.ok(given[0] === 0 && (given.at(-1) ?? 1) < 1, name)
    t.ok((given.at(-1) ?? 0) > 0.95, name)
  }
})
