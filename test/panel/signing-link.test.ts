import { randomUUID } from 'node:crypto'
import { codeLimits, contentHashOf } from '@ecmr/application'
import { documentLanguages } from '@ecmr/domain'
import { OutcomeUnknown } from '@ecmr/event-store'
import { openMailer } from '@ecmr/mail'
import t from 'tap'
import { startMailServer } from '../support/mail-server.js'
import type { Page } from '../support/visit.js'
import { faultOf, HOSTILE, INJECTED, noteWriter } from './ground.js'
import { openOffice, typedIn } from './note-forms-office.js'
import { inviteBy, signAt, toldCode, wrongFor } from './signing-link-office.js'

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
const { lucia, emma, eventsOf, storyOf, noteOf } = office
const PNG =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A note, a link to it, and someone who has opened nothing yet. */
async function asked(changed: Readonly<Record<string, string>> = {}) {
  const id = await lucia.create({ carrier_company_name: 'Transportes Ruiz' })
  const invited = await inviteBy(lucia, id, changed)
  return { id, ...invited, signer: office.visitor() }
}

t.beforeEach(() => {
  now = new Date()
  isAnswerLost = false
})

t.test('the page shows the note, earlier reservations first, and is kept and found nowhere', async (t) => {
  const { id, path, signer } = await asked()
  await lucia.fill(id, 'reservas', { by: 'carrier', grounds: 'Dos palés mojados' })
  const page = await signer.open(path)
  t.equal(page.status, 200)
  for (const said of ['Firmar como destinatario', 'Transportes Guadalquivir', 'Boulangerie Martin'])
    t.ok(page.text.includes(said), said)
  t.ok(page.text.indexOf('Dos palés mojados') < page.text.indexOf('Boulangerie Martin'))
  t.match(page.text, /Pida a Transportes Guadalquivir que le lea el código/)
  t.match(page.headers, {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-robots-tag': 'noindex, nofollow',
  })
  t.match(page.html, /<meta name="robots" content="noindex">/)
  const policy = String(page.headers['content-security-policy'])
  t.match(policy, /default-src 'none'.*script-src 'self'.*form-action 'self'/)
  t.notMatch(policy, /unsafe|connect-src/)
})

t.test('the page speaks six languages', async (t) => {
  const { path, signer } = await asked({ role: 'driver' })
  const titles = new Set<string>()
  for (const language of documentLanguages) {
    const { html } = await signer.open(path, { 'accept-language': language })
    t.match(html, `<html lang="${language}"`)
    titles.add(/<h1>([^<]*)/.exec(html)?.[1] ?? '')
  }
  t.equal(titles.size, 6)
  t.ok(titles.has('Sign as the driver, for the carrier'))
})

t.test('someone signs by link with a code that was read out', async (t) => {
  const { id, path, token, invitation, signer } = await asked()
  const code = await toldCode(lucia, id, invitation)
  const sent = { code: `${code.slice(0, 3)} ${code.slice(3)}`, place: 'Lyon', remarks: 'Un palé dañado' }
  const page = await signAt(signer, office, path, id, sent)
  t.match(page, { status: 200, text: /Firmada\. Gracias/ })
  const events = await eventsOf(id)
  const signed = events.find(({ type }) => type === 'EcmrSigned')
  t.match(signed?.data, {
    ...{ role: 'receiver', signer_name: 'Jean Martin', method: 'typed', level: 'simple' },
    ...{ identified_by: 'told_code', invitation_id: invitation, place: 'Lyon', remarks: 'Un palé dañado' },
  })
  t.match(signed?.metadata.actor, { kind: 'signing_link', id: invitation })
  t.equal((await noteOf(id)).status, 'delivered')
  const secret = new RegExp(`${token}|${code}`)
  t.notMatch(JSON.stringify(events), secret, 'neither stands in an event')
  for (const shown of [`/ecmrs/${id}`, `/ecmrs/${id}/historial`, `/ecmrs/${id}/invitaciones`]) {
    const { html, text } = await lucia.open(shown)
    t.notMatch(html, secret, shown)
    t.match(text, /Jean Martin/, shown)
  }
  t.match((await lucia.open(`/ecmrs/${id}`)).text, /Nombre escrito, enlace y código leído por quien invita/)
  t.match((await emma.open(`/ecmrs/${id}/historial`)).text, /signing link/)
})

t.test('a drawn signature keeps its image, and one that is none is refused', async (t) => {
  const { id, path, invitation, signer } = await asked({ role: 'driver' })
  const code = await toldCode(lucia, id, invitation)
  const forged = { method: 'drawn', signature_image: 'data:image/svg+xml;base64,PHN2Zz48L3N2Zz4=', code }
  const refused = await signAt(signer, office, path, id, forged)
  t.equal(refused.status, 400)
  t.equal(typedIn(refused, 'signature_image'), '')
  t.equal((await signAt(signer, office, path, id, { method: 'drawn', code })).status, 400)
  const drawn = { method: 'drawn', signature_image: PNG, code }
  t.match(await signAt(signer, office, path, id, drawn), { status: 200, text: /Firmada/ })
  t.match((await noteOf(id)).signatures, [{ role: 'carrier', method: 'drawn', signature_image: PNG }])
})

t.test('wrong, old, replayed and foreign codes sign nothing, and five tries are all', async (t) => {
  const { id, path, invitation, signer } = await asked()
  const other = await asked()
  const foreign = await toldCode(lucia, other.id, other.invitation)
  const first = await toldCode(lucia, id, invitation)
  const code = await toldCode(lucia, id, invitation)
  const wrong = [first, foreign, wrongFor(code)].map((one) => (one === code ? wrongFor(code) : one))
  for (const [index, tried] of wrong.entries()) {
    const page = await signAt(signer, office, path, id, { code: tried, remarks: 'Todo bien' })
    t.equal(page.status, 400)
    t.match(faultOf(page, 'code'), new RegExp(`Intentos restantes: ${codeLimits.tries - 1 - index}`))
    t.equal(typedIn(page, 'remarks'), 'Todo bien', 'what was typed stays')
    t.notMatch(page.html, code)
  }
  for (const malformed of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    t.match(faultOf(await signAt(signer, office, path, id, { code: malformed }), 'code'), /seis cifras/)
  const last = await Promise.all(
    Array.from({ length: 4 }, () => signAt(signer, office, path, id, { code: wrongFor(code) })),
  )
  t.strictSame(
    last.map(({ status }) => status),
    [400, 400, 400, 400],
  )
  const late = await signAt(signer, office, path, id, { code })
  t.match(faultOf(late, 'code'), /ya no es válido/)
  t.strictSame((await noteOf(id)).signatures, [])

  const good = await toldCode(lucia, id, invitation)
  t.equal((await signAt(signer, office, path, id, { code: good })).status, 200)
  const { formToken: token = '' } = await signer.open(other.path)
  const replayed = { code: good, signer_name: 'Jean Martin', method: 'typed', once: randomUUID() }
  t.equal((await signer.send(`${path}/firma`, replayed, { token })).status, 410, 'replayed')
  t.equal((await noteOf(id)).signatures.length, 1)
})

t.test('links that lead nowhere say no more than that', async (t) => {
  const revoked = await asked()
  await lucia.send(
    `/ecmrs/${revoked.id}/invitaciones/${revoked.invitation}/revocar`,
    { once: randomUUID() },
    {
      from: `/ecmrs/${revoked.id}/invitaciones`,
    },
  )
  const cancelled = await asked()
  await lucia.fill(cancelled.id, 'anular', { reason: 'Pedida dos veces' })
  const used = await asked()
  const code = await toldCode(lucia, used.id, used.invitation)
  await signAt(used.signer, office, used.path, used.id, { code })
  const expired = await asked({ expires_in_hours: '24' })
  const unknown = { path: `/f/${'A'.repeat(43)}` }
  const dead: readonly (readonly [path: string, status: number, title: RegExp])[] = [
    [unknown.path, 404, /Este enlace no es válido/],
    [`${revoked.path}x`, 404, /Este enlace no es válido/],
    [`/f/${revoked.invitation}`, 404, /Este enlace no es válido/],
    [revoked.path, 410, /ya no está en vigor/],
    [cancelled.path, 410, /ya no está en vigor/],
    [used.path, 410, /ya se ha usado/],
    [expired.path, 410, /ha caducado/],
  ]
  const alive = await asked()
  now = new Date(Date.now() + 25 * 3_600_000)
  const visitor = office.visitor()
  const token = (await visitor.open(alive.path)).formToken ?? ''
  const lengths = new Set<number>()
  for (const [path, status, title] of dead) {
    const shown = await visitor.open(path)
    t.match(shown, { status, text: title }, path)
    t.notMatch(shown.text, /Boulangerie|Guadalquivir|Jean|ECMR-/, path)
    lengths.add(shown.text.length)
    for (const form of ['codigo', 'firma', 'sin-firma']) {
      const sent = { once: randomUUID(), code: '123456', decline_code: '123456', signer_name: 'X' }
      const answer = await visitor.send(
        `${path}/${form}`,
        { ...sent, cause: 'other', declared_by: 'X', reason: 'X' },
        { token },
      )
      t.equal(answer.status, status, `${path} ${form}`)
      t.notMatch(answer.text, /Boulangerie|Guadalquivir|Jean|ECMR-/)
    }
  }
  t.strictSame((await storyOf(expired.id)).at(-1), 'SignerInvited', 'nothing was recorded')
})

t.test('two people who sign by one link at once leave one signature', async (t) => {
  const { id, path, invitation } = await asked()
  const code = await toldCode(lucia, id, invitation)
  const signers = await Promise.all(
    ['Jean Martin', 'Jeanne Martin'].map(async (signer_name) => {
      const by = office.visitor()
      return { signer_name, by, token: (await by.open(path)).formToken }
    }),
  )
  const pages = await Promise.all(
    signers.map(({ signer_name, by, token }) => signAt(by, office, path, id, { code, signer_name }, token)),
  )
  t.strictSame(pages.map(({ status }) => status).toSorted(), [200, 410])
  t.equal((await noteOf(id)).signatures.length, 1)
})

t.test('a form that is sent twice signs once, also when its answer was lost', async (t) => {
  const { id, path, invitation, signer } = await asked()
  const code = await toldCode(lucia, id, invitation)
  const { formToken: token = '' } = await signer.open(path)
  const sent = { code, once: randomUUID(), signer_name: 'Jean Martin', method: 'typed' }
  isAnswerLost = true
  t.equal((await signAt(signer, office, path, id, sent)).status, 503)
  isAnswerLost = false
  t.match(await signer.send(`${path}/firma`, sent, { token }), { status: 200, text: /Firmada/ })
  t.equal((await noteOf(id)).signatures.length, 1)
  const other = { ...sent, signer_name: 'Jeanne Martin' }
  t.equal((await signer.send(`${path}/firma`, other, { token })).status, 410, 'another form is none of it')
})

t.test('content that the person did not see is not signed', async (t) => {
  const { id, path, invitation, signer } = await asked()
  const code = await toldCode(lucia, id, invitation)
  const content_hash = 'f'.repeat(64)
  const page = await signAt(signer, office, path, id, { code, content_hash })
  t.match(page, { status: 409, text: /ha cambiado desde que abrió esta página/ })
  t.match(await signAt(signer, office, path, id, { code }), { status: 200 }, 'the code is still good')
})

t.test('while an incident is open the receiver states reservations', async (t) => {
  const { id, path, invitation, signer } = await asked()
  await lucia.fill(id, 'incidencias', { type: 'damage', description: 'Dos palés volcados' })
  const code = await toldCode(lucia, id, invitation)
  const plain = await signAt(signer, office, path, id, { code })
  t.equal(plain.status, 409)
  t.match(faultOf(plain, 'remarks'), /Rellene este campo/)
  t.equal((await signAt(signer, office, path, id, { code, remarks: 'Dos palés rotos' })).status, 200)
  t.match(await noteOf(id), { status: 'incident', progress: 'delivered' })
})

t.test('it is said that the receiver does not sign, and why', async (t) => {
  const { id, path, invitation, signer } = await asked()
  const code = await toldCode(lucia, id, invitation)
  const declined = { cause: 'absent', declared_by: 'Ana Ruiz', reason: 'El almacén está cerrado' }
  const send = (fields: Readonly<Record<string, string>>) =>
    signer.send(`${path}/sin-firma`, { once: randomUUID(), ...declined, ...fields }, { from: path })
  const wrong = await send({ decline_code: wrongFor(code) })
  t.match(faultOf(wrong, 'decline_code'), /Intentos restantes: 4/)
  t.match(wrong.html, /<details class="card more" id="sin-firma" open>/)
  const empty = await send({ decline_code: code, reason: '', cause: 'lunch' })
  t.match(faultOf(empty, 'reason'), /Rellene/)
  t.match(faultOf(empty, 'cause'), /Elija/)
  t.match(await send({ decline_code: code }), { status: 200, text: /Registrado/ })
  t.strictSame((await storyOf(id)).slice(-2), ['SigningDeclined', 'IncidentReported'])
  t.match(await noteOf(id), { status: 'incident', incidents: [{ type: 'receiver_absent' }] })
  t.equal((await signer.open(path)).status, 410)
  t.match((await lucia.open(`/ecmrs/${id}`)).text, /Sin firma del destinatario/)
})

t.test('what people write is shown as they wrote it', async (t) => {
  const id = await lucia.create({ sender_company_name: HOSTILE, goods_description: HOSTILE })
  const { path, invitation } = await inviteBy(lucia, id, { name: HOSTILE })
  await lucia.fill(id, 'reservas', { by: 'carrier', grounds: HOSTILE })
  const signer = office.visitor()
  t.notMatch((await signer.open(path)).html, INJECTED)
  const code = await toldCode(lucia, id, invitation)
  const faulty = await signAt(signer, office, path, id, { code: 'x', signer_name: HOSTILE, remarks: HOSTILE })
  t.notMatch(faulty.html, INJECTED)
  t.equal((await signAt(signer, office, path, id, { code, signer_name: HOSTILE })).status, 200)
  t.notMatch((await lucia.open(`/ecmrs/${id}/invitaciones`)).html, INJECTED)
})

t.test('drivers invite and revoke, and show no codes', async (t) => {
  const { id, invitation } = await asked()
  const driver = await office.person(office.haulier, 'driver', 'Antonio Ruiz')
  const page = await driver.open(`/ecmrs/${id}/invitaciones`)
  t.match(page.html, /\/revocar"/)
  t.notMatch(page.html, /\/codigo"/)
  const forced = await driver.send(
    `/ecmrs/${id}/invitaciones/${invitation}/codigo`,
    {},
    {
      from: `/ecmrs/${id}/invitaciones`,
    },
  )
  t.equal(forced.status, 403)
  const reader = await office.person(office.haulier, 'reader', 'Marta Vidal')
  t.equal((await reader.open(`/ecmrs/${id}/invitaciones`)).status, 403)
  t.equal((await office.rivalOwner.open(`/ecmrs/${id}/invitaciones`)).status, 404)
})

t.test('codes are mailed, and when the mail server is down the page says so', async (t) => {
  const mails = await startMailServer(t)
  const log = { warn: () => undefined, error: () => undefined }
  const mailer = openMailer({ url: mails.url, from: 'eCMR <ecmr@example.com>', log, pauses: [] })
  t.teardown(() => mailer.close())
  const mailing = await openOffice(t, () => ({ mailer }))
  const id = await mailing.lucia.create()
  const { page, path, invitation } = await inviteBy(mailing.lucia, id, { email: 'jean@example.com' })
  t.match(page.text, /También se ha enviado por correo/)
  t.match((await mails.next()).text, path)
  const signer = mailing.visitor()
  const shown = await signer.open(path)
  t.match(shown.text, /Enviar el código a j•••@example\.com/)
  t.notMatch(shown.html, /jean@example\.com/)
  const ask = async () => signer.follow(await signer.send(`${path}/codigo`, {}, { from: path }))
  mails.refuse(451)
  t.match((await ask()).text, /No se ha podido enviar el código/)
  t.match((await ask()).text, /Código enviado/)
  const mail = await mails.next()
  const [code = ''] = /\b\d{6}\b/.exec(mail.text) ?? []
  t.notMatch(mail.headers.get('subject'), /\d/, 'mail servers log subjects')
  t.equal((await signAt(signer, mailing, path, id, { code })).status, 200)
  t.match((await mailing.noteOf(id)).signatures, [
    { identified_by: 'mailed_code', invitation_id: invitation },
  ])

  const other = await inviteBy(mailing.lucia, await mailing.lucia.create(), { email: 'jean@example.com' })
  for (let sent = 0; sent < codeLimits.anHour; sent++)
    await signer.send(`${other.path}/codigo`, {}, { from: other.path })
  const one = await signer.follow(await signer.send(`${other.path}/codigo`, {}, { from: other.path }))
  t.match(one.text, /demasiados códigos/)
  mails.refuse(451)
  const down = await inviteBy(mailing.lucia, await mailing.lucia.create(), { email: 'jean@example.com' })
  t.match(down.page.text, /El servidor de correo no lo ha enviado/)
})

t.test('a link is opened so many times a minute', async (t) => {
  const { path } = await asked()
  let limited: Page | undefined
  for (let opened = 0; opened < 70 && limited === undefined; opened++) {
    const page = await office.visitor().open(path)
    if (page.status === 429) limited = page
  }
  t.match(limited?.headers, { 'retry-after': String })
  t.equal((await office.visitor().open((await asked()).path)).status, 200, 'others are not')
})

t.test('while PostgreSQL is lost nothing is half done, and the same form goes on', async (t) => {
  const lostTables = new Set<string>()
  const lost = Object.assign(new Error('the connection was lost'), { code: 'ECONNREFUSED' })
  const losing = await openOffice(t, ({ pool }) => ({
    pool: new Proxy(pool, {
      get(target, name) {
        const member = Reflect.get(target, name, target)
        if (typeof member !== 'function') return member
        if (name !== 'query') return member.bind(target)
        return (...asked: readonly unknown[]) =>
          [...lostTables].some((table) => JSON.stringify(asked[0]).includes(table))
            ? Promise.reject(lost)
            : Reflect.apply(member, target, asked)
      },
    }),
  }))
  const id = await losing.lucia.create()
  const once = randomUUID()
  const form = { role: 'receiver', name: 'Jean Martin', expires_in_hours: '72', once }
  lostTables.add('signing.links')
  t.equal((await losing.lucia.fill(id, 'invitaciones', form)).status, 503, 'its link is not kept')
  lostTables.clear()
  const { path, invitation } = await inviteBy(losing.lucia, id, { once })
  t.equal((await losing.noteOf(id)).invitations.length, 1, 'it is the same invitation')
  const code = await toldCode(losing.lucia, id, invitation)
  const signer = losing.visitor()
  const { formToken: token = '' } = await signer.open(path)
  const content_hash = await contentHashOf(losing.dependencies.dataKeys, await losing.noteOf(id))
  const sent = { code, signer_name: 'Jean Martin', method: 'typed', once: randomUUID(), content_hash }
  lostTables.add('signing.links')
  t.equal((await signer.send(`${path}/firma`, sent, { token })).status, 503)
  t.strictSame((await losing.noteOf(id)).signatures, [])
  lostTables.clear()
  t.equal((await signer.send(`${path}/firma`, sent, { token })).status, 200)
  t.equal((await losing.noteOf(id)).signatures.length, 1)
})

t.test('pages of a note that is as long as it may be stay small, and all of it can be read', async (t) => {
  const long = (name: string) => `${name} ${'palés de aceite '.repeat(120)}`
  const writer = noteWriter(office)
  const note = await writer.create({
    goods_items: Array.from({ length: 100 }, (_, n) => ({ description: `Partida ${n} ${'x'.repeat(300)}` })),
    charges: Array.from({ length: 40 }, (_, n) => ({
      ...{ kind: `Gasto ${n}`, amount: '10.00', currency: 'EUR' },
      payer: 'sender' as const,
    })),
    documents: Array.from({ length: 20 }, (_, n) => `Documento ${n} ${'y'.repeat(200)}`),
    ...{ instructions: long('Instrucciones'), special_agreements: long('Pactos'), notes: long('Notas') },
  })
  for (let n = 0; n < 60; n++)
    await writer.write(note, {
      ...{ type: 'record_reservation', reservation_id: randomUUID(), by: 'carrier' },
      grounds: long(`Reserva ${n}.`),
    })
  for (let n = 0; n < 40; n++) {
    const invitation_id = randomUUID()
    const invited = { role: 'receiver', invited_name: `Jean ${n} ${'z'.repeat(150)}` } as const
    await writer.write(note, { type: 'invite_signer', invitation_id, ...invited, expires_in_hours: 1 })
    await writer.write(note, { type: 'revoke_invitation', invitation_id })
  }
  const { path } = await inviteBy(lucia, note.id)
  const read = new Set<string>()
  const signer = office.visitor()
  const wanted = [path, `/ecmrs/${note.id}/invitaciones`]
  for (const address of wanted) {
    const { html } = await (address.startsWith('/f/') ? signer : lucia).open(address)
    t.ok(Buffer.byteLength(html) < 60_000, `${address}: ${Buffer.byteLength(html)} bytes`)
    for (const [said] of html.matchAll(/\b(Partida|Gasto|Documento|Reserva|Jean) \d+\b/g)) read.add(said)
    for (const [, next = ''] of html.matchAll(/href="([^"#]*[?;]desde=\d+)/g)) {
      const following = next.replaceAll('&amp;', '&')
      if (!wanted.includes(following)) wanted.push(following)
    }
  }
  for (const [what, count] of [
    ...[['Partida', 100] as const, ['Gasto', 40] as const, ['Documento', 20] as const],
    ...[['Reserva', 60] as const, ['Jean', 40] as const],
  ])
    t.equal([...read].filter((said) => said.startsWith(`${what} `)).length, count, what)
})
