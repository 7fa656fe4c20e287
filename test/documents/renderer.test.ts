import { createHash, randomBytes } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import t from 'tap'
import { seenPdf, withoutPdfTools } from '../support/pdf.js'
import { attachment, job, probe } from './probe.js'

const skip = withoutPdfTools

t.test('a document is tagged PDF/A-3a with title, language, fonts and attachments', { skip }, async (t) => {
  const { render, observed } = probe(t)
  const { bytes, sha256, pages, replacedCharacters, omittedPictures } = await render(job(['Zażółć Ωβ Жд']))
  t.equal(sha256, createHash('sha256').update(bytes).digest('hex'))
  t.match(
    { pages, replacedCharacters, omittedPictures },
    { pages: 1, replacedCharacters: [], omittedPictures: [] },
  )
  const pdf = seenPdf(t, bytes)
  const info = pdf.ask('pdfinfo', 'FILE')
  t.match(info, /Title: +ECMR-1 <b> #x\n/)
  t.match(info, /Tagged: +yes/)
  t.match(Buffer.from(bytes).toString('latin1'), /<pdfaid:part>3<.*<pdfaid:conformance>A</)
  const objects = pdf.ask('qpdf', '--qdf', 'FILE', '-')
  t.match(objects, /\/Lang \(es\)/)
  t.match(objects, /\/AFRelationship \/Source/)
  t.equal(pdf.attached('record.json'), '{"reference":"ñ"}')
  const fonts = pdf.ask('pdffonts', 'FILE').trim().split('\n').slice(2)
  t.ok(fonts.length > 0 && fonts.every((font) => /NotoSans.* yes yes yes /.test(font)), fonts.join())
  t.same(observed, ['rendered'])
})

t.test(
  'a later version keeps the first instant of creation, and nothing else differs',
  { skip },
  async (t) => {
    const { render } = probe(t)
    const first = job(['one'])
    const modifiedAt = '2027-01-06T23:59:59.999Z'
    const later = { ...first, modifiedAt }
    const pdf = seenPdf(t, (await render(later)).bytes)
    t.match(
      pdf.ask('pdfinfo', '-isodates', 'FILE'),
      /CreationDate: +2026-10-05T10:00:00Z\nModDate: +2027-01-06T23:59:59Z/,
    )
    const [xmp] = /<xmp:ModifyDate>.*<\/xmp:CreateDate>/.exec(pdf.ask('pdfinfo', '-meta', 'FILE')) ?? []
    t.match(xmp, /^<xmp:ModifyDate>2027-01-06T23:59:59\+00:00<.*>2026-10-05T10:00:00\+00:00</)
    const made = await render({ ...first, createdAt: modifiedAt, modifiedAt })
    const later2 = await render(later)
    const differing = made.bytes.filter((byte, at) => byte !== later2.bytes[at])
    t.equal(made.bytes.length, later2.bytes.length)
    t.ok(differing.length < 40, 'two instants')
  },
)

t.test('the same job gives the same bytes, in every process', async (t) => {
  const wanted = job(['مرحبا', 'שלום', '漢'], { images: [{ name: 'signature-1', bytes: stroke() }] })
  const [one, two] = [probe(t), probe(t)]
  const hashes = [await one.render(wanted), await one.render(wanted), await two.render(wanted)]
  t.equal(new Set(hashes.map(({ sha256 }) => sha256)).size, 1)
})

function stroke(): Buffer {
  const canvas = createCanvas(600, 200)
  canvas.getContext('2d').fillRect(10, 90, 500, 8)
  return canvas.toBuffer('image/png')
}

const SQUARE = '□'
const values = [
  ['Typst', '#strong[x] *a* _b_ $x$ = #eval("1+1") #read("/main.typ") @x <y> \\ ~ // c /* d */'],
  ['HTML', '<b onload="x()">&amp;</b>'],
  ['controls', `a\u0000b\u0007c\u0085d`, `a${SQUARE}b${SQUARE}c${SQUARE}d`, ['U+0000', 'U+0007', 'U+0085']],
  ['lines and tabs', 'a\r\nb\rc\td', 'a b c d'],
  ['what changes the direction', 'ab\u202edc\u2066e', `ab${SQUARE}dc${SQUARE}e`, ['U+202E', 'U+2066']],
  ['half a character', 'a\ud800b', `a${SQUARE}b`, ['U+D800']],
  ['what no font has', '漢字 😀', `${SQUARE}${SQUARE} ${SQUARE}`, ['U+6F22', 'U+5B57', 'U+1F600']],
  // A mark of one font on a sign of another, found by trying all of them.
  ['what no font has together', '\ua658\u1d6a\ufd45\u2bfa\u1dce', `\ua658\u1d6a`, ['U+2BFA', 'U+1DCE']],
  ['a text without a blank', 'x'.repeat(5000), ''],
] as const

for (const [what, written, shown = written, replaced = []] of values)
  t.test(`${what}: a value is shown as text, and what is replaced is named`, { skip }, async (t) => {
    const { bytes, replacedCharacters } = await probe(t).render(job([written]))
    t.same(replacedCharacters, replaced)
    const text = seenPdf(t, bytes).text()
    t.ok(text.includes(shown), text)
    for (const character of replaced) t.ok(text.includes(character), 'the template is told')
  })

t.test('a document made of places where fonts do not meet is shown nevertheless', async (t) => {
  const signs = Array.from({ length: 40 }, (_, sign) => String.fromCodePoint(0x2b00 + sign))
  const lines = signs.map((sign) => `\ua658\u1d6a\ufd45${sign}\u1dce`)
  const { replacedCharacters } = await probe(t).render(job(lines))
  t.ok(replacedCharacters.includes('U+2B27') && replacedCharacters.includes('U+FD45'))
})

t.test('pictures are drawn, and what cannot be decoded is left out and named', { skip }, async (t) => {
  const images = [
    { name: 'good', bytes: stroke() },
    { name: 'cut', bytes: stroke().subarray(0, 40) },
    { name: 'none', bytes: Buffer.from('GIF89a and no more') },
    { name: 'empty', bytes: Buffer.alloc(0) },
    { name: 'huge', bytes: createCanvas(4001, 4001).toBuffer('image/png') },
  ]
  const { bytes, omittedPictures } = await probe(t).render(job([], { images }))
  t.same(omittedPictures, ['cut', 'none', 'empty', 'huge'])
  t.equal(seenPdf(t, bytes).ask('pdfimages', '-list', 'FILE').trim().split('\n').length, 3)
})

t.test('noise as large as a picture may be takes at most 100 KB', async (t) => {
  const canvas = createCanvas(1000, 1000)
  const context = canvas.getContext('2d')
  const pixels = context.createImageData(1000, 1000)
  pixels.data.set(randomBytes(pixels.data.length))
  context.putImageData(pixels, 0, 0)
  const { bytes } = await probe(t).render(
    job([], { images: [{ name: 'noise', bytes: canvas.toBuffer('image/png') }] }),
  )
  t.ok(bytes.length < 100 * 1024 + 40_000, String(bytes.length))
})

t.test('a document over 5,000,000 bytes is refused, and what takes the room is named', async (t) => {
  const { render, observed } = probe(t)
  const attachments = [
    attachment('record.json', Buffer.from('{}')),
    attachment('events.jsonl', randomBytes(5_000_000)),
  ]
  const refused = await render(job(['x'], { attachments })).catch((error: unknown) => error)
  t.match(refused, {
    name: 'DocumentTooLarge',
    parts: [{ name: 'events.jsonl' }, { name: 'pages' }, { name: 'record.json' }],
  })
  t.same(observed, ['too_large'])
  t.ok(
    (await render(job(['x'], { attachments: [attachment('events.jsonl', randomBytes(4_900_000))] }))).bytes,
  )
})

t.test('with a full line the next document is refused for a moment', async (t) => {
  const { render, renderer } = probe(t, { bounds: { waitingEach: 1 } })
  const under = [render(job(['1'])), render(job(['2']))]
  t.same(renderer.state(), { waiting: 1 })
  await t.rejects(render(job(['3'])), {
    name: 'DocumentRenderingUnavailable',
    retryAfterSeconds: 1,
    reason: 'too many jobs are waiting',
  })
  await Promise.all(under)
})

t.test('a caller who leaves is told why', async (t) => {
  await t.rejects(probe(t).render(job(['x']), AbortSignal.abort(new Error('gone'))), { message: 'gone' })
})

t.test('a document that cannot be rendered is refused, and nothing of it is logged', async (t) => {
  const { render, logged, observed } = probe(t)
  const wanted = job(['a secret'], { template: 'deca', title: 'a secret' })
  await t.rejects(render(wanted), { name: 'DocumentRenderingUnavailable', retryAfterSeconds: 60 })
  t.same(observed, ['unavailable'])
  t.ok(logged.length > 0)
  t.notMatch(JSON.stringify(logged), /secret/)
  t.equal((await render(job(['x']))).pages, 1, 'the next one is')
})

t.test('where templates cannot be read nothing is rendered, and health says why', async (t) => {
  const { render, renderer } = probe(t, { templates: new URL('file:///is/not/there/') })
  await t.rejects(render(job(['x'])), { name: 'DocumentRenderingUnavailable', reason: /ENOENT/ })
  t.match(renderer.state(), { waiting: 0, fault: /ENOENT/ })
})

t.test('documents are rendered apart from the secrets of the service', async (t) => {
  const { render, logged } = probe(t, { kept: { files: [], secretNames: ['SECRET_KEY'] } })
  t.equal((await render(job(['x'], { images: [{ name: 'one', bytes: stroke() }] }))).pages, 1)
  t.match(logged, [{ purpose: 'rendering', protection: { network: /none|shared/ } }])
})
