import { randomUUID } from 'node:crypto'
import { codeLimits } from '@ecmr/application'
import { documentLanguages } from '@ecmr/domain'
import { OutcomeUnknown } from '@ecmr/event-store'
import t from 'tap'
import { driven, inviteDriver, newSecret, telephone } from './driver-link-office.js'
import { openOffice } from './note-forms-office.js'
import { signAt, toldCode, wrongFor } from './signing-link-office.js'

let now = new Date()
let isAnswerLost = false
const office = await openOffice(t, ({ commands }) => ({
  clock: () => now,
  commands: {
    async handle(request) {
      const outcome = await commands.handle(request)
      if (isAnswerLost) throw new OutcomeUnknown('the answer was lost')
      return outcome
    },
  },
}))
const { lucia, eventsOf, storyOf, noteOf } = office

t.beforeEach(() => {
  now = new Date()
  isAnswerLost = false
})

const ago = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString()
const revoke = (id: string, invitation: string) =>
  lucia.send(
    `/ecmrs/${id}/invitaciones/${invitation}/revocar`,
    { once: randomUUID() },
    { from: `/ecmrs/${id}/invitaciones` },
  )

t.test('an invited driver gets two links; only theirs have the page for the way', async (t) => {
  const id = await lucia.create()
  const { page, token, signing } = await inviteDriver(lucia, id)
  t.notSame(token, signing)
  t.match(page.html, /<div class="driver-code" role="img"[^>]*><svg/, 'to scan with the telephone')
  t.match(page.text, /El conductor lo escanea/)
  const receiver = await lucia.fill(id, 'invitaciones', {
    ...{ role: 'receiver', name: 'Jean', expires_in_hours: '72' },
  })
  t.notMatch(receiver.html, /\/c\/[\w-]{43}/)
})

t.test('the page is the same for all notes, kept nowhere on the way, and speaks six languages', async (t) => {
  const id = await lucia.create()
  const { token } = await inviteDriver(lucia, id)
  const visitor = office.visitor()
  const titles = new Set<string>()
  for (const language of documentLanguages) {
    const { html, status } = await visitor.open(`/c/${token}`, { 'accept-language': language })
    t.equal(status, 200)
    t.match(html, `<html lang="${language}"`)
    t.notMatch(html, 'undefined')
    titles.add(/<title>([^<·]*)/.exec(html)?.[1] ?? '')
    t.ok(Buffer.byteLength(html) < 60_000, `${Buffer.byteLength(html)} bytes`)
  }
  t.equal(titles.size, 6)
  const page = await visitor.open(`/c/${token}`)
  t.match(page.headers, {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  const policy = String(page.headers['content-security-policy'])
  t.match(policy, /worker-src 'self'.*manifest-src 'self'.*trusted-types driver-worker/)
  t.notMatch(policy, /unsafe/)
  t.equal((await visitor.open('/c/')).status, 200)
  const worker = await visitor.open('/c/sw.js')
  t.match(worker.headers, { 'content-type': /javascript/, 'cache-control': 'no-cache' })
  const manifest = JSON.parse((await visitor.open('/c/manifest.webmanifest')).html)
  t.match(manifest, { start_url: '/c/', scope: '/c/', display: 'standalone' })
  const [, named = '{}'] = /serve\(self, (.*)\)/.exec(worker.html) ?? []
  for (const path of [...JSON.parse(named).files, ...manifest.icons.map(({ src }: { src: string }) => src)])
    t.equal((await visitor.open(path)).status, 200, path)
})

t.test('with the link alone a note is read, and nothing is changed', async (t) => {
  const id = await lucia.create({ vehicle_plate: '1234 BCD', receiver_phone: '+33 1 23' })
  const { token, invitation } = await inviteDriver(lucia, id)
  const phone = telephone(office, token)
  const read = await phone.note()
  t.match(read, {
    status: 200,
    said: {
      status: 'draft',
      knowsDevice: false,
      plates: ['1234 BCD'],
      qr: /^<svg/,
      document: null,
      sign: null,
    },
    headers: { 'cache-control': 'no-store' },
  })
  t.notMatch(JSON.stringify(read.said), /33 1 23/, 'contact details are not needed on the way')
  t.match(await phone.act('take_over'), { status: 401, said: { problem: 'unknown_device' } })
  t.equal((await phone.ask('GET', 'pdf')).status, 404)
  const code = await toldCode(lucia, id, invitation)
  t.match(await phone.identify(wrongFor(code)), {
    status: 403,
    said: { problem: 'wrong_code', left: codeLimits.tries - 1 },
  })
  for (const none of ['', '12345', 'abcdef']) t.equal((await phone.identify(none)).status, 400)
  t.match(await phone.identify(code), { status: 200 })
  t.match(await phone.identify(code), { status: 200 }, 'when the answer was lost, no other code is needed')
  t.match((await telephone(office, token).identify(code)).said, { problem: 'wrong_code' }, 'used once')
  t.match((await phone.note()).said, { knowsDevice: true, sign: /^\/f\/[\w-]{43}$/ })
  t.same(await storyOf(id), ['EcmrCreated', 'SignerInvited'])
})

t.test('what a driver does is recorded as theirs, with its time, and once', async (t) => {
  const { id, phone, token, invitation } = await driven(office)
  const key = randomUUID()
  t.match(await phone.act('take_over', { at: ago(60), place: 'Sevilla' }, key), {
    status: 200,
    said: { recorded: true, replayed: false },
  })
  t.match((await phone.act('take_over', { at: ago(59), place: 'Jaén' }, key)).said, { replayed: true })
  const other = { vehicle_plate: '9999 XYZ', trailer_plate: 'R-1', reason: 'Avería', at: ago(40) }
  t.equal((await phone.act('change_vehicle', other)).status, 200)
  isAnswerLost = true
  const incident = { type: 'delay', description: 'Atasco', at: ago(20) }
  const lost = randomUUID()
  t.equal((await phone.act('report_incident', incident, lost)).status, 503)
  isAnswerLost = false
  t.match((await phone.act('report_incident', incident, lost)).said, { recorded: true, replayed: true })
  t.match(await phone.act('deliver', { at: ago(5) }), {
    status: 409,
    said: { problem: 'incident_open', progress: 'in_transit' },
  })
  const events = await eventsOf(id)
  t.same(
    events.slice(-3).map(({ type }) => type),
    ['GoodsTakenOver', 'VehicleChanged', 'IncidentReported'],
  )
  t.match(events.at(-3)?.data, { taken_over_at: ago(60), place: 'Sevilla' })
  t.match(events.at(-2)?.data, { changed_at: ago(40), reason: 'Avería' })
  for (const { metadata } of events.slice(-3))
    t.match(metadata.actor, { kind: 'signing_link', id: invitation, identified_by: 'told_code' })
  t.notMatch(JSON.stringify(events), new RegExp(`${token}|${phone.secret}`), 'no secret is in an event')
  const { rows } = await office.pool.query('select * from signing.devices where invitation_id = $1', [
    invitation,
  ])
  t.equal(rows.length, 1)
  t.notMatch(JSON.stringify(rows), phone.secret)
  t.match((await lucia.open(`/ecmrs/${id}/historial`)).text, /enlace y código leído por quien invita/)
})

t.test('a photograph is added once, and what is none is refused', async (t) => {
  const { id, phone, token, invitation } = await driven(office)
  const { createCanvas } = await import('@napi-rs/canvas')
  const picture = createCanvas(640, 480).toBuffer('image/jpeg')
  const key = randomUUID()
  const photograph = async (
    payload: Buffer | string,
    { query = `key=${key}&kind=damage_photo`, secret = phone.secret, type = 'image/jpeg' } = {},
  ) => {
    const url = `/c/${token}/fotos?${query}`
    const headers = { 'x-device': secret, 'content-type': type }
    const answer = await office.app.inject({ method: 'POST', url, headers, payload })
    return {
      status: answer.statusCode,
      said: /json/.test(String(answer.headers['content-type'])) && answer.json(),
    }
  }
  t.match(await photograph(picture), { status: 200, said: { recorded: true, replayed: false } })
  t.match(await photograph(picture), { status: 200, said: { replayed: true } })
  const added = (await eventsOf(id)).filter(({ type }) => type === 'AttachmentAdded')
  t.equal(added.length, 1)
  t.match(added[0], {
    data: { kind: 'damage_photo', media_type: 'image/jpeg' },
    metadata: { actor: { kind: 'signing_link', id: invitation, identified_by: 'told_code' } },
  })
  const other = { query: `key=${randomUUID()}&kind=load_photo` }
  t.match(await photograph('no picture at all', other), { status: 409, said: { problem: 'unfit' } })
  t.match(await photograph(picture, { ...other, secret: newSecret() }), { status: 401 })
  t.match(await photograph(picture, { query: `key=${randomUUID()}&kind=received_deca` }), { status: 400 })
  t.match(await photograph(picture, { query: '' }), { status: 400 })
  t.match(await photograph(picture, { ...other, type: 'image/png' }), { status: 415 })
  t.match(await photograph('{}', { ...other, type: 'application/json' }), { status: 400 })
  t.match(await photograph(Buffer.alloc(2_100_000), other), { status: 413 })
  t.match(await photograph('', other), { status: 400 })
  t.equal((await eventsOf(id)).filter(({ type }) => type === 'AttachmentAdded').length, 1)
})

t.test('what others did meanwhile is said', async (t) => {
  const delivered = await driven(office)
  await lucia.fill(delivered.id, 'estado', { status: 'delivered' })
  t.match(await delivered.phone.act('deliver', { at: ago(5) }), {
    status: 409,
    said: { problem: 'invalid_transition', progress: 'delivered' },
  })
  t.match((await delivered.phone.act('change_vehicle', { vehicle_plate: 'X', reason: 'y' })).said, {
    problem: 'not_in_transit',
  })
  t.match(await delivered.phone.act('report_incident', { type: 'delay', description: 'Tarde' }), {
    status: 200,
  })
  const cancelled = await driven(office)
  await lucia.fill(cancelled.id, 'anular', { reason: 'Pedida dos veces' })
  t.match(await cancelled.phone.act('take_over'), { status: 410, said: { problem: 'cancelled' } })
  t.match(await cancelled.phone.note(), { status: 410, said: { problem: 'cancelled' } })
  const early = await driven(office)
  await early.phone.act('take_over', { at: ago(10) })
  t.match((await early.phone.act('deliver', { at: ago(20) })).said, { problem: 'out_of_order' })
  t.match((await early.phone.act('deliver', { at: ago(-60 * 24 * 365) })).said, { problem: 'clock_changed' })
  await early.phone.act('change_vehicle', { vehicle_plate: '2222 BBB', reason: 'Avería', at: ago(4) })
  t.match(
    (await early.phone.act('change_vehicle', { vehicle_plate: '1111 AAA', reason: 'Avería', at: ago(6) }))
      .said,
    { problem: 'out_of_order' },
    'a change before the last one would name the wrong vehicle',
  )
})

t.test('a link goes on after the signature, until it is revoked', async (t) => {
  const { id, phone, invitation, signing } = await driven(office)
  const code = await toldCode(lucia, id, invitation)
  t.equal((await signAt(office.visitor(), office, `/f/${signing}`, id, { code })).status, 200)
  t.match((await phone.note()).said, { progress: 'in_transit', sign: null })
  t.match((await lucia.open(`/ecmrs/${id}/invitaciones`)).text, /El enlace para el viaje sigue abierto/)
  const second = telephone(office, (await inviteDriver(lucia, id)).token)
  t.equal((await second.note()).status, 200, 'another driver is invited although the carrier has signed')
  await revoke(id, invitation)
  t.match(await phone.note(), { status: 410, said: { problem: 'revoked' } })
  t.match(await phone.act('deliver'), { status: 410, said: { problem: 'revoked' } })
  t.match((await noteOf(id)).invitations[0], { state: 'used', revoked_at: String })
  t.match((await lucia.open(`/ecmrs/${id}/invitaciones`)).text, /El enlace para el viaje está revocado/)
  const story = await storyOf(id)
  await revoke(id, invitation)
  t.same(await storyOf(id), story, 'once')
})

t.test('tokens that are wrong, old or of another kind lead nowhere', async (t) => {
  const { token, signing, invitation, id } = await driven(office)
  const visitor = office.visitor()
  for (const [path, status] of [
    [`/c/${'A'.repeat(43)}`, 404],
    [`/c/${signing}`, 404],
    [`/f/${token}`, 404],
    [`/c/${token}x`, 404],
    [`/c/${invitation}`, 404],
  ] as const)
    t.equal((await visitor.open(path)).status, status, path)
  const foreign = telephone(office, signing)
  t.match(await foreign.note(), { status: 404, said: { problem: 'unknown' } })
  t.match(await foreign.act('take_over'), { status: 404 })
  const other = await driven(office)
  t.match(
    await telephone(office, token, other.phone.secret).act('take_over'),
    { status: 401 },
    'a telephone of another link',
  )
  now = new Date(Date.now() + 73 * 3_600_000)
  t.equal((await visitor.open(`/c/${token}`)).status, 410)
  t.match(await telephone(office, token).note(), { status: 410, said: { problem: 'expired' } })
  t.notOk((await storyOf(id)).includes('GoodsTakenOver'))
})

t.test('a link is used on three telephones at most', async (t) => {
  const { id, token, invitation } = await driven(office)
  const bind = async () => telephone(office, token).identify(await toldCode(lucia, id, invitation))
  t.equal((await bind()).status, 200)
  t.equal((await bind()).status, 200)
  t.match(await bind(), { status: 409, said: { problem: 'too_many_devices' } })
})

t.test('other sites and other bodies change nothing', async (t) => {
  const { id, phone, token } = await driven(office)
  const before = await storyOf(id)
  const body = { action: 'take_over', key: randomUUID() }
  for (const headers of [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'x-device': '' },
    { 'x-device': `${newSecret()}x` },
  ])
    t.equal((await phone.ask('POST', 'acciones', body, headers)).status, 400, JSON.stringify(headers))
  for (const bad of [
    {},
    { ...body, key: 'no uuid' },
    { ...body, action: 'cancel' },
    { ...body, action: 'toString' },
    { ...body, reason: 'x' },
    { ...body, at: 'yesterday' },
    { ...body, action: 'change_vehicle', vehicle_plate: '', reason: 'x' },
    { ...body, action: 'report_incident', type: 'flood', description: 'x' },
    { ...body, place: 'x'.repeat(201) },
  ])
    t.equal((await phone.ask('POST', 'acciones', bad)).status, 400, JSON.stringify(bad).slice(0, 80))
  const sent = { url: `/c/${token}/acciones`, method: 'POST' } as const
  const headers = { 'x-device': phone.secret }
  for (const [type, payload, status] of [
    ['application/json', '{"action":', 400],
    ['application/json', `"${'x'.repeat(40_000)}"`, 413],
    ['application/x-www-form-urlencoded', 'action=take_over', 400],
    ['text/plain', JSON.stringify(body), 415],
  ] as const) {
    const answer = await office.app.inject({
      ...sent,
      payload,
      headers: { ...headers, 'content-type': type },
    })
    t.equal(answer.statusCode, status, `${type} ${payload.slice(0, 20)}`)
  }
  t.same(await storyOf(id), before)
})

t.test('a link is asked so many times a minute', async (t) => {
  const { phone } = await driven(office)
  let status = 200
  for (let asked = 0; asked < 200 && status === 200; asked++) status = (await phone.note()).status
  t.equal(status, 429)
})
