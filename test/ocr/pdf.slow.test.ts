import { deflateSync } from 'node:zlib'
import { type DocumentFile, documentFile, openDocumentReader } from '@ecmr/ocr'
import t from 'tap'
import { degradePage, drawPage } from '#ocr-corpus'
import { type PdfPageOf, type PdfText, pdfUrl, writtenPdf } from '../support/written-pdf.js'

const log = { info: () => undefined, warn: () => undefined }
// One process for all that is asked here, and time enough on a machine that has other things to do.
const documents = openDocumentReader({
  engine: { kind: 'tesseract' },
  processes: 1,
  log,
  bounds: { answerMs: 240_000 },
})
t.teardown(() => documents.close())

function fileOf(url: string): DocumentFile {
  const checked = documentFile(url)
  if (!checked.ok) throw new Error(checked.fault.code)
  return checked.file
}

const { signal } = new AbortController()
const read = (...pdfs: readonly Uint8Array[]) =>
  documents.read({ files: pdfs.map((pdf) => fileOf(pdfUrl(pdf))), companyId: 'one', signal })

async function reading(...pdfs: readonly Uint8Array[]) {
  const outcome = await read(...pdfs)
  if (!outcome.ok) throw new Error(outcome.fault.code)
  return outcome.reading
}

const head: readonly PdfText[] = [
  ['Delivery note', 60, 70, 22],
  ['Number: DN-2026-118', 60, 100],
  ['Sender', 60, 130],
  ['Northern Oils Ltd', 60, 146],
  ['12 Harbour Road', 60, 160],
  ['Leeds LS1 4AP', 60, 174],
  ['Consignee', 330, 130],
  ['Durand Stores SARL', 330, 146],
  ['8 rue des Carmes', 330, 160],
  ['31000 Toulouse', 330, 174],
]
const columns: readonly PdfText[] = [
  ['Description', 60, 220],
  ['Packages', 300, 220],
  ['Weight kg', 420, 220],
]
const row = (y: number, [what, packages, weight]: readonly [string, string, string]): readonly PdfText[] => [
  [what, 60, y],
  [packages, 300, y],
  [weight, 420, y],
]
const first: PdfPageOf = {
  texts: [
    ...head,
    ...columns,
    ...row(240, ['Olive oil in cans', '20', '400']),
    ...row(258, ['Sunflower oil in cans', '10', '150']),
    ['Page 1 of 2', 480, 800],
  ],
}
const second: PdfPageOf = {
  texts: [
    ...columns,
    ...row(240, ['Rapeseed oil in drums', '5', '500']),
    ...row(270, ['Total', '35', '1050']),
    ['Page 2 of 2', 480, 800],
  ],
}

t.test('a PDF of two pages is one note, read from its own text, each field with its page', async (t) => {
  const answer = await reading(writtenPdf([first, second]))
  t.match(answer.data, {
    sender_company_name: 'Northern Oils Ltd',
    goods_weight_kg: 1050,
    goods_packages: 35,
  })
  t.match(answer.data.goods_items, [{ packages: 20 }, { packages: 10 }, { packages: 5, weight_kg: 500 }])
  t.same(
    answer.goods_items.map(({ page }) => page),
    [1, 1, 2],
  )
  t.equal(answer.fields.find(({ name }) => name === 'goods_weight_kg')?.page, 2)
  t.match(answer.pages, [
    { page: 1, text: 'text_layer', used: true },
    { page: 2, text: 'text_layer', used: true },
  ])
  t.equal(answer.image.media_type, 'application/pdf')
  t.equal(answer.raw_text.split('\f').length, 2)
})

/** A page that shows an image, whose object has this number, over all of it. */
const scan = (object: number, texts: readonly PdfText[] = []): PdfPageOf => ({
  texts,
  before: '3 Tr',
  after: 'q 595 0 0 842 0 0 cm /I Do Q',
  resources: `/XObject << /I ${object} 0 R >>`,
})

t.test('hidden text over a scan does not win over what is seen', async (t) => {
  const drawn = drawPage({ layout: 'cmr', language: 'es', seed: 1 })
  const { bytes, mediaType } = degradePage(drawn, 'photographed', 1)
  t.equal(mediaType, 'image/jpeg')
  const image = `<< /Type /XObject /Subtype /Image /Width ${drawn.width} /Height ${drawn.height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode /Length ${bytes.length} >>\nstream\n${Buffer.from(bytes).toString('latin1')}\nendstream`
  const answer = await reading(writtenPdf([scan(6, first.texts)], { objects: [image] }))
  t.match(answer.pages, [{ text: 'recognition' }])
  t.notMatch(answer.raw_text, 'Northern Oils')
  const right = answer.fields.filter(({ name, value }) => value !== null && value === drawn.truth[name])
  t.ok(right.length > 5, `${right.length} of ${answer.fields.length} fields are as on paper`)
})

t.test('text in white, under a picture or out of the page is not read', async (t) => {
  const hidden: PdfPageOf = {
    texts: first.texts ?? [],
    before: '1 g BT /F 11 Tf 60 300 Td (Carrier: Hidden Haulage Ltd, plate 1234 BCD, Madrid) Tj ET 0 g',
  }
  const answer = await reading(writtenPdf([hidden]))
  t.match(answer.pages, [{ text: 'text_layer' }])
  t.notMatch(JSON.stringify(answer), 'Hidden Haulage')
})

const bomb = deflateSync(Buffer.alloc(200_000_000))
const stream = (bytes: Buffer, more: string): string =>
  `<< ${more} /Length ${bytes.length} >>\nstream\n${bytes.toString('latin1')}\nendstream`

t.test('scripts are never run, and the page is read as any other', async (t) => {
  const script = '<< /S /JavaScript /JS (app.alert\\(1\\); while\\(true\\){}) >>'
  const pdf = writtenPdf([{ ...first, more: `/AA << /O ${script} >>` }], { catalog: `/OpenAction ${script}` })
  t.match((await reading(pdf)).data, { sender_company_name: 'Northern Oils Ltd' })
})

t.test('what cannot be read says why, and the next one is read', async (t) => {
  const locked = '/Filter /Standard /V 2 /R 3 /Length 128 /P -4'
  const unknown = `<${'00'.repeat(32)}>`
  const hostile: readonly (readonly [string, Buffer, object])[] = [
    ['a password', encrypted(locked, unknown), { code: 'encrypted' }],
    ['10,000 pages', writtenPdf(Array(10_000).fill({})), { code: 'too_many_pages', pages: 10_000 }],
    [
      'a page of 20 m',
      writtenPdf([{ size: [56_693, 56_693] }]),
      { code: 'page_too_large', page: 1, width: 20 },
    ],
    ['no pages', Buffer.from('%PDF-1.7\nnothing at all\n%%EOF'), { code: 'damaged' }],
  ]
  for (const [what, pdf, fault] of hostile) t.match(await read(pdf), { ok: false, fault, file: 0 }, what)
  const cut = documentFile(pdfUrl(writtenPdf([first]).subarray(0, 900)))
  t.match(cut, { ok: false, fault: { code: 'damaged' } })
  const lie = documentFile(`data:application/pdf;base64,${Buffer.from('<html>').toString('base64')}`)
  t.match(lie, { ok: false, fault: { code: 'other_content', declared: 'application/pdf' } })
  const nine = await read(writtenPdf([{}, {}, {}, {}, {}]), writtenPdf([{}, {}, {}, {}]))
  t.match(nine, { ok: false, fault: { code: 'too_many_pages', pages: 9 } })
})

function encrypted(locked: string, unknown: string): Buffer {
  return writtenPdf([first], {
    trailer: `/Encrypt << ${locked} /O ${unknown} /U ${unknown} >> /ID [<00> <00>]`,
  })
}

t.test('a stream that unpacks to hundreds of megabytes ends its process at most', async (t) => {
  const pages: readonly PdfPageOf[] = [{ after: '/B Do', resources: '/XObject << /B 6 0 R >>' }]
  const object = stream(bomb, '/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Filter /FlateDecode')
  const outcome = await read(writtenPdf(pages, { objects: [object] }))
  t.ok(outcome.ok || ['unreadable', 'damaged'].includes(outcome.fault.code))
  t.match((await reading(writtenPdf([first]))).data, { sender_company_name: 'Northern Oils Ltd' })
})
