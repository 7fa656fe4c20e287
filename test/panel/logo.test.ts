import { drainAuditOutbox } from '@ecmr/accounts'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { openDocumentReader } from '@ecmr/ocr'
import t from 'tap'
import { buildTestPanel } from '../support/panel.js'
import type { Visit } from '../support/visit.js'
import { EXPIRED, noteWriter, withOwnCompanies } from './ground.js'
import { multipart, pngOf } from './paper-office.js'

// Decoded by the processes that decode every picture.
const pictures = openDocumentReader({
  engine: { kind: 'tesseract' },
  processes: 1,
  log: { info: () => undefined, warn: () => undefined },
})
t.teardown(() => pictures.close())
const shared = await buildTestPanel(t, () => ({ pictures }))
const { pool, store, person, visitor } = shared

const PAGE = '/empresa/logotipo'

/** A picture with a transparent ground, as logos have. */
function drawn(type: 'image/png' | 'image/jpeg' | 'image/webp', width = 320, height = 80): Buffer {
  const canvas = createCanvas(width, height)
  const context = canvas.getContext('2d')
  context.fillStyle = '#12507b'
  context.fillRect(width / 4, height / 4, width / 2, height / 2)
  return type === 'image/png'
    ? canvas.toBuffer('image/png')
    : type === 'image/jpeg'
      ? canvas.toBuffer('image/jpeg')
      : canvas.toBuffer('image/webp')
}

const PNG = drawn('image/png')

async function send(by: Visit, file: Buffer, { name = 'logo.png', token = '', more = false } = {}) {
  const own = token || ((await by.open(PAGE)).formToken ?? '')
  const parts = [['image', file, { name }] as const, ...(more ? [['image', file, { name }] as const] : [])]
  const { type, body } = multipart([['_csrf', own], ...parts])
  return by.post(PAGE, body, { 'content-type': type })
}

const addressOn = ({ html }: { readonly html: string }): string | undefined =>
  /src="(\/logotipos\/[0-9a-f]{64}\.jpg)"/.exec(html)?.[1]

t.test('a logo is drawn anew, and stands on notes and their tracking until it is removed', async (t) => {
  const { lucia, haulier, rival } = await withOwnCompanies(shared)
  const { create } = noteWriter(shared)
  const note = await create({}, haulier)
  const foreign = await create({}, rival)
  const secret = Buffer.from('GPS 37.38 N <script>alert(1)</script>')
  for (const type of ['image/png', 'image/jpeg', 'image/webp'] as const) {
    // What stands behind a picture is no part of it.
    const saved = await send(lucia, Buffer.concat([drawn(type), secret]), { name: 'logo.svg' })
    t.match(saved, { status: 303, location: PAGE }, type)
    const address = addressOn(await lucia.open(PAGE)) ?? ''
    const { headers, status } = await visitor().open(address)
    t.equal(status, 200, type)
    t.match(headers, {
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': /default-src 'none'/,
    })
    const { rawPayload } = await shared.app.inject({ url: address })
    t.notOk(rawPayload.includes('script'), 'nothing but pixels is kept')
    t.ok(rawPayload.length <= 100 * 1024)
    const image = await loadImage(rawPayload)
    t.same([image.width, image.height], [320, 80])
  }
  const address = addressOn(await lucia.open(PAGE)) ?? ''
  t.match((await lucia.open(`/ecmrs/${note.id}`)).html, `src="${address}" alt="${haulier.name}"`)
  const tracking = await visitor().open(`/seguimiento/${note.ecmr_number}`)
  t.match(tracking.html, `src="${address}" alt="Logotipo de la empresa que lleva este envío"`)
  t.notMatch(tracking.html, /Guadalquivir/, 'its name is not told')
  t.equal(addressOn(await visitor().open(`/seguimiento/${foreign.ecmr_number}`)), undefined)
  t.equal(
    addressOn(await lucia.open(`/seguimiento/${foreign.ecmr_number}`)),
    undefined,
    'nor is one’s own shown',
  )

  await drainAuditOutbox(pool, store)
  t.match(
    (await lucia.open('/auditoria?ver=cuenta')).text,
    /Datos de la empresa modificados.*Campos modificados: logo/,
  )
  const removed = await lucia.send(`${PAGE}/quitar`, {}, { from: PAGE })
  t.match(await lucia.follow(removed), { text: /Logotipo quitado\. .*No hay logotipo/ })
  t.equal((await visitor().open(address)).status, 404)
  t.equal(addressOn(await lucia.open(`/ecmrs/${note.id}`)), undefined)
  t.match((await send(lucia, PNG)).status, 303, 'it can be sent again')
  t.equal((await visitor().open(address.replace('.jpg', '.svg'))).status, 404)
})

t.test('what is no still picture of a fair size is refused, and the one before stays', async (t) => {
  const { lucia } = await withOwnCompanies(shared)
  await send(lucia, PNG)
  const before = addressOn(await lucia.open(PAGE))
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'
  for (const [what, file, status, text] of [
    ['an SVG called a PNG', Buffer.from(svg), 400, /Los SVG no se admiten/],
    ['markup that begins as a GIF', Buffer.from(`GIF89a/*${svg}*/`), 400, /no es una imagen PNG/],
    ['a PDF', Buffer.from('%PDF-1.7\n%%EOF'), 400, /no es una imagen PNG/],
    [
      'markup behind the signature of a PNG',
      Buffer.concat([PNG.subarray(0, 8), Buffer.from(svg)]),
      400,
      /dañada/,
    ],
    ['a picture that breaks off', PNG.subarray(0, PNG.length - 40), 400, /dañada/],
    ['a bomb by its header', pngOf(60_000, 60_000), 413, /4000 píxeles/],
    ['a very long one', drawn('image/png', 4_100, 50), 413, /4000 píxeles/],
    ['one that says that it is large, and holds nothing', pngOf(3_999, 3_999), 400, /dañada/],
    ['a dot', drawn('image/png', 10, 10), 400, /demasiado pequeña/],
    ['2 MB', Buffer.concat([PNG, Buffer.alloc(2 * 1024 * 1024)]), 413, /pasa de 1 MB/],
    ['10 MB', Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]), 413, /pasa de 1 MB/],
    ['nothing', Buffer.alloc(0), 400, /Elija una imagen/],
  ] as const) {
    const page = await send(lucia, file)
    t.match(page, { status, text }, what)
    t.match(page.html, 'id="f-image-fault"', what)
    t.equal(addressOn(page), before, `${what}: the picture before stays`)
  }
  t.match(await send(lucia, PNG, { more: true }), { status: 400, text: /una sola imagen/ })
  t.match(await send(lucia, PNG, { token: 'x' }), EXPIRED)
})

t.test('only owners send one', async (t) => {
  const { haulier, lucia } = await withOwnCompanies(shared)
  const member = await person(haulier, 'member')
  const { formToken: token = '' } = await member.open('/')
  t.match(await send(member, PNG, { token }), { status: 403, text: /Solo para propietarios/ })
  t.match(await send(visitor(), PNG, { token: 'x' }), { status: 303, location: /^\/entrar/ })
  t.equal(addressOn(await lucia.open(PAGE)), undefined)
})

t.test('where nothing decodes pictures, it says so', async (t) => {
  const without = await buildTestPanel(t)
  const owner = await without.person(without.haulier)
  const page = await send(owner, PNG)
  t.match(page, { status: 503, text: /no se pueden procesar imágenes/ })
  t.match(page.headers['retry-after'], /^\d+$/)
})
