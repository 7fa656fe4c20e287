import { type DocumentInput, qrDrawing } from '@ecmr/documents'
import { documentLanguages, type EcmrFields, fieldNames } from '@ecmr/domain'
import t, { type Test } from 'tap'
import { withoutPdfTools } from '../support/pdf.js'
import { filledFields, recognisable } from './support/filled-note.js'
import { letters, renderer, type Seen } from './support/render.js'
import {
  amended,
  cancelled,
  created,
  delivered,
  fields,
  inputOf,
  issued,
  itemised,
  nationalFields,
  signedByBoth,
} from './support/stories.js'

const skip = withoutPdfTools
const ISSUED = '2026-11-30T09:20:00.000Z'
const URL = 'https://ecmr.example/d/0123456789abcdefghijklmnopqrstuvwxyzABCDEFG'
const render = renderer(t)

function says(t: Test, pdf: Seen, ...texts: readonly string[]): void {
  for (const text of texts) t.ok(pdf.letters.includes(letters(text)), text)
}

function saysNot(t: Test, pdf: Seen, ...texts: readonly string[]): void {
  for (const text of texts) t.notOk(pdf.letters.includes(letters(text)), text)
}

t.test('every field of the note is on the pages, in every language', { skip }, async (t) => {
  const filled = filledFields()
  const leftOut = /_(contact_name|email|phone)$|^driver_name$/
  const texts = fieldNames.filter((name) => String(filled[name]).startsWith('The'))
  const members = ['seal', 'document', 'item', 'mark', 'packing', 'successor', 'successor-remark', 'charge']
  for (const kind of ['cmr', 'deca'] as const) {
    const more: Partial<EcmrFields> =
      kind === 'deca'
        ? { transport_type: 'national' }
        : { transport_type: 'international', pickup_country: 'FR' }
    for (const language of documentLanguages) {
      const pdf = await render(inputOf([[created({ ...filled, ...more })]], { kind, language }))
      const [shown, hidden] = [
        texts.filter((name) => !leftOut.test(name)),
        texts.filter((name) => leftOut.test(name)),
      ]
      says(t, pdf, ...shown.map((name) => String(filled[name])), ...members.map(recognisable))
      says(t, pdf, 'UN 1203', '9999.11', '77', '10:45–10:45', 'CHF', '0000 SUC', '4321'.slice(1))
      saysNot(t, pdf, ...hidden.map((name) => String(filled[name])), 'left-out.example')
      staysInside(t, pdf)
    }
  }
})

t.test('one page holds a usual note; what does not fit a box is in the annex whole', { skip }, async (t) => {
  const usual = await render(inputOf([[created({ ...fields, ...itemised(5) }), signedByBoth]]))
  t.equal(usual.pages, 1)
  t.ok(usual.bytes < 100_000, `${usual.bytes} bytes`)
  saysNot(t, usual, 'continúa en el anexo')
  const many = await render(inputOf([[created({ ...fields, ...itemised(200) })]], { language: 'en' }))
  says(
    t,
    many,
    'continued in annex, item 1',
    '200 items',
    ...Array.from({ length: 200 }, (_, i) => `lote ${1000 + i}`),
  )
  staysInside(t, many)
})

t.test('long texts are whole, with and without blanks', { skip }, async (t) => {
  const marks = (name: string, count: number): readonly string[] =>
    Array.from({ length: count }, (_, i) => `${name}${String(i).padStart(3, '0')}`)
  const texts = {
    goods_description: marks('goods', 620).join(''),
    sender_company_name: marks('sender', 55).join(''),
    notes: marks('note', 620).join(' '),
    instructions: marks('line', 250).join('\n'),
    special_agreements: marks('WWWW', 280).join(''),
  }
  const lists = {
    documents: [...marks('d'.repeat(180), 50)],
    charges: marks('k'.repeat(150), 50).map((kind) => ({
      kind,
      amount: '0.0001',
      currency: 'EUR',
      payer: 'sender' as const,
    })),
  }
  for (const [kind, its] of [
    ['cmr', fields],
    ['deca', nationalFields],
  ] as const) {
    const pdf = await render(inputOf([[created({ ...its, ...texts, ...lists })]], { kind }))
    const all = [...Object.values(texts), ...lists.documents, ...lists.charges.map((one) => one.kind)]
    const words = all.flatMap((text) => text.match(/[a-zA-Z]+\d{3}/g) ?? [])
    const lacking = words.filter((word) => !pdf.body.includes(word))
    // Where a page ends in the middle of a word, the head of a table or the cell beside it comes in between.
    t.ok(words.length > 1800 && lacking.length <= 2 * pdf.pages, lacking.join())
    says(t, pdf, '0,005 EUR')
    staysInside(t, pdf)
  }
})

/** No word is beyond the margins: nothing is cut, and nothing runs out of the page. */
function staysInside(t: Test, pdf: Seen): void {
  const words = [
    ...pdf
      .ask('pdftotext', '-bbox', 'FILE', '-')
      .matchAll(/xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)" yMax="([\d.]+)"/g),
  ]
  const [left, right, below] = [1, 2, 3].map((side) => words.map((word) => Number(word[side]))) as number[][]
  t.ok(Math.min(...(left ?? [])) > 34 && Math.max(...(right ?? [])) < 562 && Math.max(...(below ?? [])) < 830)
}

t.test('words across the page', { skip }, async (t) => {
  const cases: readonly [Partial<DocumentInput>, string][] = [
    [{ mark: 'draft', language: 'es' }, 'BORRADOR'],
    [{ mark: 'draft', language: 'fr' }, 'BROUILLON'],
    [{ mark: 'test', language: 'it' }, 'PROVA'],
  ]
  for (const [more, word] of cases) {
    const pdf = await render(inputOf([[created()]], more))
    t.match(pdf.text().replaceAll(' ', ''), word)
  }
  const pdf = await render(
    inputOf([[created(), issued(ISSUED, 1), cancelled]], { language: 'de', version: 2 }),
  )
  says(t, pdf, 'STORNIERT', 'El cliente ha anulado el pedido.', '2026-12-01 08:00:00 +01:00')
  saysNot(t, await render(inputOf([[created()]])), 'ANULADO', 'PRUEBA', 'BORRADOR')
})

t.test('a preview says that it is none, and has no code', { skip }, async (t) => {
  const { url: _, ...input } = inputOf([[created()]], { mark: 'draft' })
  const pdf = await render(input)
  says(t, pdf, 'Vista previa: no es un documento emitido')
  t.throws(() => scan(pdf), 'no QR code')
})

t.test('the code leads to the document and is 35 mm wide', { skip }, async (t) => {
  for (const url of [
    URL,
    `https://a-rather-long-name.of-an-installation.example.org:8443/ecmr/d/${'x'.repeat(43)}`,
  ]) {
    for (const kind of ['cmr', 'deca'] as const) {
      const pdf = await render(inputOf([[created(nationalFields)]], { kind, url }))
      t.equal(scan(pdf), url)
      const [, left = 0, right = 0] =
        /\/Rect \[\s*([\d.]+)\s+[\d.]+\s+([\d.]+)/.exec(pdf.ask('qpdf', '--qdf', 'FILE', '-')) ?? []
      const { quiet } = qrDrawing(url)
      t.ok(((Number(right) - Number(left)) / 72) * 25.4 * (1 - 2 * quiet) >= 35)
      says(t, pdf, url)
    }
  }
})

/** What a reader of codes sees at 100 dpi in grey. */
function scan(pdf: Seen): string {
  const picture = pdf
    .ask('sh', '-c', 'pdftoppm -r 100 -gray -f 1 -l 1 -png "$0" "$0" >&2; ls "$0"-*.png', 'FILE')
    .trim()
  return pdf.ask('zbarimg', '--quiet', '--raw', picture).trim()
}

t.test('signatures, what they cover, and what changed since', { skip }, async (t) => {
  const story = [created(), issued(ISSUED, 1), signedByBoth, amended, delivered]
  const more = {
    version: 4,
    reason: 'A copy in English.',
    supersedes: 'the-older-one',
    language: 'en',
  } as const
  for (const [kind, its] of [
    ['cmr', story],
    ['deca', [created(nationalFields), ...story.slice(1)]],
  ] as const) {
    const pdf = await render(inputOf([its], { ...more, kind }))
    says(
      t,
      pdf,
      'Lucía Ortega Ramos',
      '12345678Z',
      'Manuel Peña Vidal',
      'Hélène Durand',
      'Déchargement à 10 h 30.',
    )
    says(t, pdf, 'Simple electronic signature (drawn)', 'Does not cover later changes', 'Covers this version')
    says(t, pdf, 'Dos palés con el retráctil roto.', 'Una caja rota, tres botellas perdidas.')
    says(t, pdf, 'A copy in English.', 'the-older-one', 'see “Modifications”', '2026-12-03 11:42:11 +01:00')
    says(
      t,
      pdf,
      'Vehicle plate 1234 LMN 9876 XYZ',
      'Driver not shown not shown',
      'Reason: El destinatario cambia',
    )
    saysNot(t, pdf, 'Perpetua Actora', 'Conductora Oculta')
    const alt = Buffer.from('Signature of Luc', 'utf16le').swap16().toString('hex')
    t.match(pdf.ask('qpdf', '--qdf', 'FILE', '-').includes(`/Alt <feff${alt}`), true)
  }
})

t.test('what the regime asks for and the note lacks is seen', { skip }, async (t) => {
  const bare = { transport_type: 'international', goods_dangerous: true } as const
  const cmr = await render(inputOf([[created(bare)]], { language: 'en' }))
  says(
    t,
    cmr,
    'Company name: not given',
    'UN number: not given',
    'Place of issue: not given',
    'Carriage charges: not given',
  )
  const national = { transport_type: 'national', sender_country: 'ES', receiver_country: 'ES' } as const
  const deca = await render(inputOf([[created(national)]], { kind: 'deca', language: 'en' }))
  says(t, deca, 'Tax ID: not given', 'Vehicle plate: not given')
  saysNot(t, await render(inputOf([[created()]], { language: 'en' })), 'not given')
})

t.test('a document that came late says so', { skip }, async (t) => {
  const late = {
    createdAt: '2026-12-01T09:00:00Z',
    modifiedAt: '2026-12-01T09:00:00Z',
    language: 'en',
  } as const
  says(
    t,
    await render(inputOf([[created(), signedByBoth]], late)),
    'First issued after the carrier had taken the goods over',
  )
  const early = [created(), issued(ISSUED, 1), signedByBoth]
  saysNot(t, await render(inputOf([early], late)), 'First issued after')
})

t.test('one control document for several notes', { skip }, async (t) => {
  const other = { ...nationalFields, receiver_company_name: 'Otra S.L.', vehicle_plate: '4444 DDD' }
  const first = [created(nationalFields)]
  const notes = [
    first,
    [created({ ...other, ...itemised(3) }), issued(ISSUED, 1), signedByBoth, amended],
    [created(nationalFields), cancelled],
  ]
  const pdf = await render(inputOf(notes, { kind: 'deca' }))
  says(
    t,
    pdf,
    '3 cartas de porte',
    'Otra S.L.',
    '4444 DDD 9876 XYZ',
    'El cliente ha anulado el pedido.',
    'SHA-256 (records.json)',
  )
  saysNot(t, pdf, 'ANULADO')
  const fifty = await render(
    inputOf(
      Array.from({ length: 50 }, () => first),
      { kind: 'deca' },
    ),
  )
  says(t, fifty, '50 cartas de porte', `página ${fifty.pages} de ${fifty.pages}`)
})

t.test('texts of any script and any markup are shown as they are', { skip }, async (t) => {
  const texts = {
    sender_company_name: '#strong[x] *bold* $x^2$ <b>html</b> `code` @ref // \\u{41}',
    receiver_company_name: 'Общество «Восток»',
    receiver_address: 'Ελαιόλαδο 12',
    notes: 'Łódź Škoda Győr ﬀ <label>',
    instructions: 'with 漢 and \u{202e}turned\u{202c}',
  }
  const arabic = { carrier_company_name: 'شركة النقل', goods_description: 'שמן זית 14' }
  const pdf = await render(inputOf([[created({ ...fields, ...texts, ...arabic })]]))
  staysInside(t, pdf)
  staysInside(
    t,
    await render(inputOf([[created({ ...fields, sender_company_name: '\u{fdfd}'.repeat(10) })]])),
  )
  const { instructions: _, notes: __, ...asTheyAre } = texts
  says(t, pdf, ...Object.values(asTheyAre), 'Łódź Škoda Győr', 'with □ and □turned□', 'U+6F22')
  t.match(pdf.text(), /[\u0590-\u05ff]/)
  t.match(pdf.text(), /[\u0600-\u06ff\ufb50-\ufeff]/)
})
