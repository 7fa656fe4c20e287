import { once } from 'node:events'
import { request } from 'node:http'
import { DocumentReadingUnavailable, type ImageFault } from '@ecmr/ocr'
import t from 'tap'
import { outcomeOf } from '../support/paper-reader.js'
import { multipart, openPaperOffice, type Parts, PNG, paperReading, pngOf } from './paper-office.js'

const office = await openPaperOffice(t)
const { lucia, emma, rivalOwner, asked, answerWith, sendPicture, sendParts, visitor } = office
const origin = await office.app.listen({ host: '127.0.0.1', port: 0 })
t.beforeEach(() => {
  asked.length = 0
  answerWith(() => outcomeOf(paperReading))
})

const file = { name: 'cmr.png' }
const picture = ['image', PNG, file] as const
/** The form with a picture, as it is sent with a token. */
const formWith = (token: string, image = PNG) =>
  multipart([
    ['_csrf', token],
    ['image', image, file],
  ])
const HUGE = Buffer.alloc(10 * 1024 * 1024 + 1)
PNG.copy(HUGE)
t.test('a picture that cannot be read is not, and the page says what to do', async (t) => {
  const image = (value: string | Buffer, of: Parts[number][2] = file) => ['image', value, of] as const
  for (const [what, status, said, ...parts] of [
    ['nothing at all', 400, /Elija una imagen/],
    ['no file chosen', 400, /Elija una imagen/, image('', { name: '' })],
    ['nine files', 400, /el máximo es 8/, ...Array.from({ length: 9 }, () => image(PNG))],
    ['twenty files', 400, /el máximo es 8/, ...Array.from({ length: 20 }, () => image(PNG))],
    ['two files, one a stamp', 400, /Archivo 2: .*demasiado pequeña/, image(PNG), image(pngOf(20, 20))],
    ['another field', 400, /no ha llegado completa/, ['surprise', 'x'], image(PNG)],
    ['a file of another name', 400, /no ha llegado completa/, ['photo', PNG, file]],
    ['text for a file', 400, /no ha llegado completa/, ['image', 'data:image/png;base64,AAAA']],
    ['a field of every object', 400, /no ha llegado completa/, ['__proto__', 'x']],
    ['a PDF that breaks off', 400, /dañado o incompleto/, image('%PDF-1.7', { name: 'a.pdf' })],
    ['a page called PNG', 400, /no es una imagen PNG/, image('<script>alert(1)</script>')],
    ['a PNG that breaks off', 400, /dañado/, image(PNG.subarray(0, 20))],
    ['a stamp', 400, /demasiado pequeña/, image(pngOf(20, 20))],
    ['more than 10 MB', 413, /supera los 10 MB/, image(HUGE)],
    ['more than 50 megapixels', 413, /supera los 50 megapíxeles/, image(pngOf(10_000, 10_000))],
  ] as readonly (readonly [string, number, RegExp, ...Parts])[]) {
    const page = await sendParts(lucia, parts)
    t.match(page, { status, text: said }, what)
    t.match(page.html, /<form method="post" action="\/ecmrs\/leer"/, `${what}: another one can be chosen`)
    t.notMatch(page.html, /<script>alert/, what)
  }
  t.same(asked, [], 'the reader was not asked')
})

t.test('a fault is said once, at its control', async (t) => {
  const { html } = await sendParts(lucia, [])
  t.equal(html.split('Elija una imagen').length - 1, 1)
  t.match(html, /<p class="fault" id="f-image-fault" role="alert">Elija una imagen/)
})

t.test('an empty file from the camera’s control is no second picture', async (t) => {
  const empty = ['image', '', { name: '', type: 'application/octet-stream' }] as const
  t.equal((await sendParts(lucia, [empty, picture])).status, 200)
})

t.test('what the reader has against a picture is said as well', async (t) => {
  const size = { width: 3, height: 3 }
  const faults: readonly (readonly [ImageFault, number, RegExp])[] = [
    [{ code: 'damaged' }, 400, /dañado o incompleto/],
    [{ code: 'encrypted' }, 400, /tiene contraseña/],
    [{ code: 'too_many_pages', pages: 9 }, 400, /el máximo es 8/],
    [{ code: 'page_too_large', page: 1, width: 20, height: 20 }, 400, /más de cinco metros/],
    [{ code: 'animated' }, 400, /varias páginas o está animada/],
    [{ code: 'too_small', ...size }, 400, /demasiado pequeña/],
    [{ code: 'unreadable' }, 400, /ha tardado demasiado/],
    [{ code: 'too_many_pixels', ...size }, 413, /50 megapíxeles/],
  ]
  for (const [fault, status, said] of faults) {
    answerWith(() => ({ ok: false, fault }))
    t.match(await sendPicture(lucia), { status, text: said }, fault.code)
  }
})

t.test('a reader that has no time says when to come again', async (t) => {
  answerWith(() => ({ ok: false, fault: { code: 'too_many_at_once', retryAfterSeconds: 7 } }))
  const busy = await sendPicture(lucia)
  t.match(busy, { status: 429, headers: { 'retry-after': '7' }, text: /varias imágenes a la vez/ })
  answerWith(() => Promise.reject(new DocumentReadingUnavailable(45)))
  const away = await sendPicture(emma)
  t.match(away, { status: 503, headers: { 'retry-after': '45' }, text: /cannot be read right now/ })
  t.match(away.html, /href="\/ecmrs\/nueva"/, 'it can be filled in by hand')
})

t.test('an internal error answers 500 without its details', async (t) => {
  answerWith(() => Promise.reject(new Error('secret of the house')))
  const page = await sendPicture(lucia)
  t.equal(page.status, 500)
  t.notMatch(page.text, /secret/)
})

t.test('a picture needs the token of the session that sends it', async (t) => {
  const { formToken: another = '' } = await rivalOwner.open('/ecmrs/leer')
  for (const token of ['', 'x']) {
    const page = await sendParts(lucia, [picture], token)
    t.match(page, { status: 403, text: /El formulario ha caducado/ })
  }
  t.match(await sendParts(lucia, [picture], another), { status: 409, text: /No se ha guardado nada/ })
  const { formToken: own = '' } = await lucia.open('/ecmrs/leer')
  const { type, body } = formWith(own)
  const crossing = { 'content-type': type, 'sec-fetch-site': 'cross-site' }
  t.equal((await lucia.post('/ecmrs/leer', body, crossing)).status, 403)
  t.equal((await sendParts(lucia, [['_csrf', own], picture], 'x')).status, 403)
  t.same(asked, [])
})

t.test('a picture needs a login, and no other page takes one', async (t) => {
  const { formToken = '' } = await visitor().open('/entrar')
  const { type, body } = formWith(formToken)
  const page = await visitor().post('/ecmrs/leer', body, { 'content-type': type })
  t.match(page, { status: 303, location: '/entrar?siguiente=%2Fecmrs%2Fleer' })
  const { formToken: own = '' } = await lucia.open('/ecmrs/nueva')
  const { body: form } = formWith(own)
  t.equal((await lucia.post('/ecmrs/nueva', form, { 'content-type': type })).status, 415)
  const broken = await lucia.post('/ecmrs/leer', body, { 'content-type': 'multipart/form-data' })
  t.equal(broken.status, 403, 'without its parts it has no token')
  t.same(asked, [])
})

t.test('what says that it is too large is not read at all', async (t) => {
  const { type, body } = formWith('x', Buffer.alloc(21 * 1024 * 1024))
  t.match(await lucia.post('/ecmrs/leer', body, { 'content-type': type }), { status: 413, text: /20 MB/ })
})

t.test('a picture that never ends is refused as soon as it is too large', async (t) => {
  const { formToken = '' } = await lucia.open('/ecmrs/leer')
  const { type, body } = formWith(formToken, HUGE)
  const cookie = [...lucia.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sending = request(`${origin}/ecmrs/leer`, {
    method: 'POST',
    headers: { 'content-type': type, cookie },
  })
  t.teardown(() => sending.destroy())
  sending.on('error', () => undefined)
  // Neither how much will come is said, nor the end.
  sending.write(body.subarray(0, -20))
  sending.write(Buffer.alloc(100_000))
  const [answer] = await once(sending, 'response')
  t.equal(answer.statusCode, 413)
  answer.resume()
})

t.test('one company has four pictures read at once, whatever the others do', async (t) => {
  let finish = (): void => {}
  const finished = new Promise<void>((resolve) => {
    finish = resolve
  })
  const all = new Promise<void>((resolve) => {
    answerWith(async () => {
      if (asked.length === 4) resolve()
      await finished
      return outcomeOf(paperReading)
    })
  })
  const first = [lucia, emma, lucia, emma].map((who) => sendPicture(who))
  await all
  const fifth = await sendPicture(lucia)
  t.match(fifth, { status: 429, headers: { 'retry-after': '5' }, text: /varias imágenes a la vez/ })
  const other = sendPicture(rivalOwner)
  finish()
  t.same(
    (await Promise.all([...first, other])).map(({ status }) => status),
    [200, 200, 200, 200, 200],
  )
  t.equal((await sendPicture(lucia)).status, 200, 'there is room again')
})

t.test('reading stops when the client disconnects', async (t) => {
  const { formToken = '' } = await lucia.open('/ecmrs/leer')
  const leaving = new AbortController()
  const given = new Promise<boolean>((resolve) => {
    answerWith(({ signal }) => {
      leaving.abort()
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          resolve(true)
          reject(signal.reason)
        })
      })
    })
  })
  const { type, body } = formWith(formToken)
  const cookie = [...lucia.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const sent = fetch(`${origin}/ecmrs/leer`, {
    method: 'POST',
    headers: { 'content-type': type, cookie },
    body,
    signal: leaving.signal,
  })
  await t.rejects(sent)
  t.ok(await given, 'the reader’s signal is aborted')
})
