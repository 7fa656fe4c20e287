import { randomBytes } from 'node:crypto'
import { openSeal, type Seal } from '@ecmr/documents'
import t, { type Test } from 'tap'
import { seenPdf, withoutPdfTools } from '../support/pdf.js'
import { certificates } from './certificates.js'
import { attachment, job, probe } from './probe.js'
import { authority, stamping } from './time-stamps.js'

const skip = withoutPdfTools
// When the certificates of these tests are valid.
const at = new Date(Date.now() + 3_600_000)
const { signal } = new AbortController()
const moment = { at, signal }

const document = async (t: Test): Promise<Uint8Array> => (await probe(t).render(job(['a value']))).bytes

for (const [what, key] of [
  ['RSA', ['rsa:3072']],
  ['an elliptic curve', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']],
] as const)
  t.test(`a document is sealed with ${what}, behind bytes that stay as they are`, { skip }, async (t) => {
    const { make, password } = certificates(t)
    const seal = await openSeal({ file: make('seal', { key }), password, tsaUrl: undefined })
    t.equal(seal.holder, 'Sello de García')
    t.ok(seal.validUntil > at)
    const plain = await document(t)
    const sealed = await seal.seal(plain, moment)
    t.same(seal.state(), {})
    t.ok(Buffer.from(sealed.subarray(0, plain.length)).equals(plain))
    t.ok(sealed.length - plain.length < 20_000, `${sealed.length - plain.length} bytes more`)
    const pdf = seenPdf(t, sealed)
    const said = pdf.ask('pdfsig', 'FILE')
    for (const words of [
      /Signer Certificate Common Name: Sello de García/,
      /Signature Type: ETSI.CAdES.detached/,
      /Total document signed/,
      /Signature is Valid/,
    ])
      t.match(said, words)
    t.equal(pdf.attached('record.json'), '{"reference":"ñ"}')
    t.match(pdf.ask('pdfinfo', '-isodates', 'FILE'), /ModDate: +2026-10-05T10:00:00Z/)
    sealed[plain.length - 2000] = (sealed[plain.length - 2000] ?? 0) ^ 1
    t.notMatch(seenBroken(t, sealed), /Signature is Valid/)
  })

function seenBroken(t: Test, bytes: Uint8Array): string {
  try {
    return seenPdf(t, bytes).ask('pdfsig', 'FILE')
  } catch {
    return 'broken'
  }
}

t.test('a time stamp proves when a document was sealed', { skip }, async (t) => {
  const made = certificates(t)
  const tsaUrl = await authority(t, stamping(made))
  const seal = await openSeal({ file: made.make('seal'), password: made.password, tsaUrl })
  const sealed = await seal.seal(await document(t), moment)
  const pdf = seenPdf(t, sealed)
  t.match(pdf.ask('pdfsig', 'FILE'), /Signature is Valid/)
  const checked = ['-in', 'given.tsr', '-queryfile', 'asked.tsq', '-CAfile', 'tsa.pem']
  made.openssl('ts', '-verify', ...checked)
  made.openssl('ts', '-reply', '-in', 'given.tsr', '-token_out', '-out', 'token')
  const token = made.openssl('base64', '-A', '-in', 'token')
  const contents = /\/Contents <([0-9a-f]+)>/i.exec(Buffer.from(sealed).toString('latin1'))?.[1] ?? ''
  t.ok(Buffer.from(contents, 'hex').includes(Buffer.from(token, 'base64')), 'it stands in the seal')
})

t.test('without a time stamp nothing is sealed, and it is said for how long', { skip }, async (t) => {
  const made = certificates(t)
  const file = made.make('seal')
  const stamp = stamping(made)
  const plain = await document(t)
  const asked: Buffer[] = []
  const answers: Readonly<Record<string, Parameters<typeof authority>[1]>> = {
    'an error': (_asked, response) => void response.writeHead(500).end(),
    'something else': (_asked, response) => void response.end('not now'),
    'too much': (_asked, response) => void response.end(Buffer.alloc(1_000_000)),
    'another address': (_asked, response) => void response.writeHead(307, { location: '/' }).end(),
    'the stamp of something else': (now, response) => {
      asked.push(now)
      stamp(Buffer.from(now.map((byte, at) => (at === now.length - 10 ? byte ^ 1 : byte))), response)
    },
  }
  for (const [what, answer] of Object.entries(answers)) {
    const seal = await openSeal({ file, password: made.password, tsaUrl: await authority(t, answer) })
    const refused = { name: 'DocumentRenderingUnavailable', retryAfterSeconds: 30, reason: /TSA_URL/ }
    await t.rejects(seal.seal(plain, moment), refused, what)
    t.match(seal.state(), { fault: /TSA_URL/ })
  }
  t.equal(asked.length, 1)
})

t.test('a caller who leaves does not wait for the time stamp', { skip }, async (t) => {
  const { make, password } = certificates(t)
  const leaving = new AbortController()
  const tsaUrl = await authority(t, () => leaving.abort(new Error('gone')))
  const seal = await openSeal({ file: make('seal'), password, tsaUrl })
  const sealing = seal.seal(await document(t), { at, signal: leaving.signal })
  await t.rejects(sealing, { message: 'gone' })
  t.same(seal.state(), {})
})

t.test('a seal for which no time is left can be tried again', { skip }, async (t) => {
  const { make, password } = certificates(t)
  const seal = await openSeal({ file: make('seal'), password, tsaUrl: undefined })
  const signal = AbortSignal.timeout(0)
  await new Promise((over) => signal.addEventListener('abort', over))
  await t.rejects(seal.seal(await document(t), { at, signal }), { name: 'DocumentRenderingUnavailable' })
  t.same(seal.state(), {}, 'nothing is wrong with it')
})

t.test('a seal that does not open stops the start, and says what to do', { skip }, async (t) => {
  const made = certificates(t)
  const { file, make, password } = made
  made.write('text.p12', 'no certificate')
  for (const [what, source, message] of [
    ['no file', { file: file('nothing.p12') }, /nothing.p12 cannot be read; it must be a file/],
    ['another password', { file: make('one'), password: 'x' }, /DOCUMENT_SEAL_PASSWORD its password/],
    ['something else', { file: file('text.p12') }, /text.p12 cannot be opened; it must be a PKCS#12 file/],
    ['expired', { file: make('old', { days: -1 }) }, /of Sello de García expired at .* successor/],
  ] as const)
    await t.rejects(
      openSeal({ password, tsaUrl: undefined, ...source }),
      { name: 'StartFault', message },
      what,
    )
})

t.test('a certificate that is not valid at the time of sealing seals nothing', { skip }, async (t) => {
  const { make, password } = certificates(t)
  const seal = await openSeal({ file: make('seal'), password, tsaUrl: undefined })
  const plain = await document(t)
  for (const [year, reason] of [
    [2100, /expired at/],
    [2000, /is not valid before/],
  ] as const) {
    const at = new Date(Date.UTC(year, 0))
    await t.rejects(seal.seal(plain, { at, signal }), { name: 'DocumentRenderingUnavailable', reason })
  }
})

t.test('a document that is too large with its seal is refused', { skip }, async (t) => {
  const { make, password } = certificates(t)
  const seal: Seal = await openSeal({ file: make('seal'), password, tsaUrl: undefined })
  const attachments = [attachment('record.json', randomBytes(4_985_000))]
  const { bytes } = await probe(t).render(job([], { attachments }))
  const parts = [{ name: 'document', bytes: bytes.length }, { name: 'seal' }]
  await t.rejects(seal.seal(bytes, moment), { name: 'DocumentTooLarge', parts })
})
