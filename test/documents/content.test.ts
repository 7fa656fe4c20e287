import { type DocumentInput, documentContent, type RenderJob } from '@ecmr/documents'
import { documentLanguages, fieldNames } from '@ecmr/domain'
import t from 'tap'
import { filledFields } from './support/filled-note.js'
import { ACTOR } from './support/note-of.js'
import {
  amended,
  created,
  delivered,
  fields,
  inputOf,
  issued,
  itemised,
  nationalFields,
  signedByBoth,
} from './support/stories.js'

const ISSUED = '2026-11-30T09:20:00.000Z'

const textOf = ({ attachments }: RenderJob, name: string): string =>
  Buffer.from(attachments.find((file) => file.name === name)?.bytes ?? []).toString()
const everythingIn = (job: RenderJob): string =>
  [job.data, job.title, ...job.attachments.map(({ name }) => textOf(job, name))].join('\n')

const lines = (job: RenderJob): readonly unknown[] =>
  textOf(job, 'events.jsonl')
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line))

t.test('the checkpoint of the event log stands at the foot', (t) => {
  const checkpoint = { size: 4_711, root: `${'L6hG7nVy'.repeat(5)}Xs=` }
  const foot = (more: Partial<DocumentInput>) =>
    JSON.parse(documentContent(inputOf([[created()]], more)).data).foot.checkpoint
  t.equal(foot({ checkpoint }), `Registro de sucesos: 4711 · ${checkpoint.root}`)
  t.equal(foot({ checkpoint, language: 'de', mark: 'draft' }), `Ereignisprotokoll: 4711 · ${checkpoint.root}`)
  t.equal(foot({}), '')
  t.end()
})

t.test('numbers, money, dates and instants are those of the language', async (t) => {
  for (const [language, expected] of Object.entries({
    es: ['14.800,5', '48.500,00\u{a0}EUR', '1 de diciembre de 2026', 'Toulouse, Francia (FR)'],
    en: ['14,800.5', '48,500.00\u{a0}EUR', '1 December 2026', 'Toulouse, France (FR)'],
    fr: ['14\u{a0}800,5', '48\u{a0}500,00\u{a0}EUR', '1er décembre 2026', 'Toulouse, France (FR)'],
    de: ['14.800,5', '48.500,00\u{a0}EUR', '1. Dezember 2026', 'Toulouse, Frankreich (FR)'],
    pt: ['14\u{a0}800,5', '48\u{a0}500,00\u{a0}EUR', '1 de dezembro de 2026', 'Toulouse, França (FR)'],
    it: ['14.800,5', '48.500,00\u{a0}EUR', '1 dicembre 2026', 'Toulouse, Francia (FR)'],
  })) {
    const language_ = documentLanguages.find((one) => one === language)
    const { data } = documentContent(inputOf([[created()]], { ...(language_ && { language: language_ }) }))
    for (const value of [...expected, '2026-11-30\u{a0}10:20:00\u{a0}+01:00'])
      t.ok(data.includes(value), `${language}: ${value}`)
  }
})

t.test('a currency whose amount is not given yet is shown alone', (t) => {
  const { cod_amount: _, declared_value: __, ...others } = fields
  const { data } = documentContent(
    inputOf([[created({ ...others, cod_currency: 'PLN', declared_value_currency: 'GBP' })]]),
  )
  for (const currency of ['"PLN"', '"GBP"']) t.ok(data.includes(currency), currency)
  t.end()
})

t.test('box 20 states the Convention, with a condition where the countries are not known', async (t) => {
  for (const [countries, said] of [
    [{ sender_country: 'ES', receiver_country: 'FR' }, '"Este transporte queda sometido'],
    [{ sender_country: 'ES' }, '"Si la recogida y la entrega están en países distintos, este transporte'],
    [{ sender_country: 'ES', receiver_country: 'ES' }, '"El transporte descrito no cruza ninguna frontera'],
  ] as const)
    t.ok(documentContent(inputOf([[created(countries)]])).data.includes(said), said)
})

t.test('what no document shows is nowhere in it, and everything else is in the record', async (t) => {
  const filled = filledFields()
  const left = /_(contact_name|email|phone)$|^driver_name$/
  const changes = {
    driver_name: 'The-driver-name-later',
    delivery_address: 'Changed',
    carrier_email: 'later@left-out.example',
  }
  const job = documentContent(
    inputOf([
      [
        created(filled),
        issued(ISSUED, 1),
        { at: '2026-11-30T10:00:00.000Z', commands: [{ type: 'edit', changes }] },
        signedByBoth,
      ],
    ]),
  )
  const all = everythingIn(job)
  for (const field of fieldNames.filter((name) => left.test(name))) {
    const value = String(filled[field])
    t.notOk(all.includes(value), `${field} is left out`)
  }
  for (const value of [...Object.values(changes).filter((one) => one !== 'Changed'), ...Object.values(ACTOR)])
    t.notOk(value !== 'user' && all.includes(value), `${value} is left out`)
  const expected = Object.fromEntries(
    Object.entries({ ...filled, delivery_address: 'Changed' }).filter(([name]) => !left.test(name)),
  )
  const record: unknown = JSON.parse(textOf(job, 'record.json'))
  t.match(record, expected)
  t.notMatch(record, { document: {} })
  const [creation] = lines(job)
  t.match(creation, {
    type: 'EcmrCreated',
    actor: { kind: 'user' },
    data: { fields: { reference: filled.reference } },
  })
  for (const change of [
    { field: 'delivery_address', old: filled.delivery_address, new: 'Changed' },
    { field: 'driver_name', old: '[left out]', new: '[left out]' },
  ])
    t.ok(textOf(job, 'events.jsonl').includes(JSON.stringify(change)), change.field)
})

t.test('what programs keep with a note is left out', (t) => {
  const [create] = created().commands
  if (create?.type !== 'create') throw new Error('a story begins with a creation')
  const keeping = { ...create, metadata: { order: 'SECRETO-1' } }
  const later = {
    at: '2026-11-30T10:00:00.000Z',
    commands: [{ type: 'change_metadata', metadata: { order: 'SECRETO-2' } } as const],
  }
  const job = documentContent(inputOf([[{ ...created(), commands: [keeping] }, later, signedByBoth]]))
  t.match(textOf(job, 'events.jsonl'), 'MetadataChanged', 'that it changed is history')
  t.notMatch(everythingIn(job), /SECRETO/)
  t.end()
})

t.test('every field has a name of its own in every language', async (t) => {
  const { goods_items: _, charges: __, successive_carriers: ___, ...filled } = filledFields()
  const steps = [
    created({}),
    issued(ISSUED, 1),
    { at: '2026-11-30T10:00:00.000Z', commands: [{ type: 'edit', changes: filled } as const] },
  ]
  for (const language of documentLanguages) {
    const particulars = particularsIn(documentContent(inputOf([steps], { language })))
    t.equal(new Set(particulars).size, Object.keys(filled).length, language)
    t.notMatch(particulars.join(), /_|undefined/)
  }
})

function particularsIn({ data }: RenderJob): readonly string[] {
  return [...data.matchAll(/"particular":"([^"]+)"/g)].map(([, name = '']) => name)
}

t.test('modifications begin with the first issue or signature, and of a list say what changed', async (t) => {
  const [one, two] = itemised(3).goods_items ?? []
  const edit = (at: string, changes: object) => ({ at, commands: [{ type: 'edit', changes } as const] })
  const job = documentContent(
    inputOf([
      [
        created({ ...fields, ...itemised(3) }),
        edit('2026-11-30T09:16:00.000Z', { reference: 'before it was issued' }),
        issued(ISSUED, 2),
        edit('2026-11-30T10:00:00.000Z', { goods_items: [one, { ...two, packages: 99 }] }),
      ],
    ]),
  )
  t.same(particularsIn(job), ['Partidas 2', 'Partidas 3'])
  t.match(job.data, /una persona de la empresa/)
})

t.test(
  'a delivery that was taken back stands beside the receipt, and its signature is no receipt',
  async (t) => {
    const reverted = {
      at: '2026-12-03T11:00:00.000Z',
      commands: [{ type: 'revert_delivery', reason: 'Era otra carta de porte' } as const],
    }
    for (const [kind, note] of [
      ['cmr', fields],
      ['deca', nationalFields],
    ] as const) {
      const { data } = documentContent(
        inputOf([[created(note), signedByBoth, delivered, reverted]], { kind }),
      )
      for (const said of [
        'Entrega retirada (registrada por error), 2026-12-03',
        'constaba entregada 2026-12-03',
        'Era otra carta de porte',
        'La entrega que confirmaba esta firma se retiró',
      ])
        t.ok(data.includes(said), `${kind}: ${said}`)
      t.notMatch(data, /Mercancía entregada/)
    }
  },
)

t.test('the vehicles that carried the goods are listed in turn, with since when', async (t) => {
  const step = (hour: string, vehicle_plate: string, stated?: string) => ({
    at: `2026-12-02T${hour}:00:00.000Z`,
    commands: [
      {
        type: 'change_vehicle',
        changes: { vehicle_plate, driver_name: 'Oculta' },
        reason: 'Avería',
        ...(stated !== undefined && { changed_at: stated }),
      } as const,
    ],
  })
  const story = [signedByBoth, step('08', '1111 BBB'), step('12', '2222 CCC', '2026-12-02T10:30:00Z')]
  for (const [kind, note] of [
    ['cmr', fields],
    ['deca', nationalFields],
  ] as const) {
    const { data } = documentContent(inputOf([[created(note), ...story]], { kind }))
    const plain = data.replaceAll('\u{a0}', ' ')
    for (const said of [
      '1234 LMN + R-5678-BCD, desde 2026-12-01 09:20:00',
      '1111 BBB + R-5678-BCD, desde 2026-12-02 09:00:00',
      '2222 CCC + R-5678-BCD, desde 2026-12-02 11:30:00',
      'registrado 2026-12-02 13:00:00',
    ])
      t.ok(plain.includes(said), `${kind}: ${said}`)
    t.notMatch(data, /Oculta/)
  }
  t.notMatch(
    documentContent(inputOf([[created(), signedByBoth]])).data,
    /desde 2026/,
    'one alone is the plate',
  )
})

t.test('a stated time says that it is one, and when it was recorded', async (t) => {
  const sign = (at: string, role: 'carrier' | 'receiver', signed_at: string) => ({
    at,
    commands: [
      { type: 'sign', signature: { role, signer_name: 'Ana Ruiz', method: 'typed', signed_at } } as const,
    ],
  })
  const story = [
    sign('2026-12-01T10:00:00.000Z', 'carrier', '2026-12-01T08:00:00Z'),
    sign('2026-12-03T10:00:00.000Z', 'receiver', '2026-12-03T09:00:00Z'),
  ]
  const { data } = documentContent(inputOf([[created(), ...story]]))
  const plain = data.replaceAll('\u{a0}', ' ')
  for (const said of [
    '2026-12-01 09:00:00 +01:00, hora declarada, registrado 2026-12-01 11:00:00',
    '2026-12-03 10:00:00 +01:00, hora declarada, registrado 2026-12-03 11:00:00',
  ])
    t.equal(plain.split(said).length, 3, `${said}: with the signature and with its step`)
})

t.test('the record is hashed as it is attached', async (t) => {
  const job = documentContent(inputOf([[created()]]))
  const { createHash } = await import('node:crypto')
  const hash = createHash('sha256').update(textOf(job, 'record.json')).digest('hex')
  t.match(job.data, `SHA-256 (record.json): ${hash}`)
  t.same(
    job.attachments.map(({ name, relationship }) => [name, relationship]),
    [
      ['record.json', 'source'],
      ['events.jsonl', 'supplement'],
    ],
  )
})

t.test('a control document for several notes attaches all of them', async (t) => {
  const input = inputOf([[created(nationalFields)], [created(nationalFields), signedByBoth]], {
    kind: 'deca',
  })
  const job = documentContent(input)
  const records: unknown = JSON.parse(textOf(job, 'records.json'))
  t.match(records, [{ status: 'assigned' }, { status: 'in_transit' }])
  t.equal(lines(job).length, input.notes.flatMap(({ history }) => history).length)
})

t.test('the same input gives the same job', async (t) => {
  const input = inputOf([[created(), signedByBoth, amended, delivered]])
  t.same(documentContent(input), documentContent(input))
})

t.test('a consignment note is for one note, a document for at least one', async (t) => {
  const refused = (more: Partial<DocumentInput>) => () => documentContent(inputOf([[created()]], more))
  const [note] = inputOf([[created()]]).notes
  t.throws(refused({ notes: [] }), RangeError)
  t.throws(refused({ notes: note ? [note, note] : [] }), RangeError)
})

t.test(
  'documents of test notes say TEST, also as drafts, when cancelled, and with one among several',
  (t) => {
    const markOf = (input: DocumentInput) => JSON.parse(documentContent(input).data).mark?.text
    const asTest = ({ notes: [first, ...others], ...rest }: DocumentInput): DocumentInput => {
      if (!first) throw new Error('an input without a note')
      return { ...rest, notes: [{ ...first, record: { ...first.record, livemode: false } }, ...others] }
    }
    t.equal(markOf(inputOf([[created()]])), undefined)
    t.equal(markOf(asTest(inputOf([[created()]]))), 'PRUEBA')
    t.equal(markOf(asTest(inputOf([[created()]], { mark: 'test' }))), 'PRUEBA', 'once')
    t.equal(markOf(asTest(inputOf([[created()]], { mark: 'draft', language: 'en' }))), 'DRAFT · TEST')
    const joint = inputOf([[created(nationalFields)], [created(nationalFields)]], { kind: 'deca' })
    t.equal(markOf(asTest(joint)), 'PRUEBA')
    t.end()
  },
)
