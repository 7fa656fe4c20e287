import { test } from 'tap'
import type { Page } from '../support/visit.js'
import { type Address, openEverything } from './every-address.js'

// Who may open what. An address that is not named here is for owners.
const PUBLIC =
  /^\/($|livez$|readyz$|entrar$|salir$|idioma\/|registro(\/|$)|recuperar(\/|$)|invitacion\/|seguimiento(\/|$))/
const MEMBERS = /^\/(ecmrs(\.csv|\/|$)|auditoria(\/|$)|cuenta(\/|$)|conectar-ia$|oauth\/authorize$)/
/** What members may see, and only owners may change. */
const SEEN_BY_MEMBERS = /^\/empresa$/
/** Addresses with an id of something that belongs to the company: not found for others. */
const HOLDS_ID = /:(id|incident|place|delivery|replay)\b/

const isPublic = ({ pattern }: Address): boolean => PUBLIC.test(pattern)
const isForMembers = ({ pattern }: Address, method: 'GET' | 'POST'): boolean =>
  PUBLIC.test(pattern) || MEMBERS.test(pattern) || (method === 'GET' && SEEN_BY_MEMBERS.test(pattern))

const EXPIRED = /El formulario ha caducado/
const leadsToLogin = ({ status, location }: Page): boolean =>
  status === 303 && /^\/entrar($|\?siguiente=)/.test(location ?? '')

/** What is not there, which is all that a form without the right fields or a note without signatures may come to. */
const NOTHING_SIGNED = '/ecmrs/:id/firmas/:place'

test('every address says who may open it, and is closed to others', async (t) => {
  const { addresses, visitor, person, haulier, everything } = await openEverything(t)
  const pages = addresses.filter(({ methods }) => methods.includes('GET'))
  t.ok(pages.length >= 45, `${pages.length} pages`)
  t.same(
    addresses.flatMap(({ methods }) => methods).filter((method) => !['GET', 'HEAD', 'POST'].includes(method)),
    [],
    'there are no other methods',
  )
  const [member, owner] = [await person(haulier, 'member'), await person(haulier)]
  const before = await everything()
  for (const address of pages) {
    const { opened, pattern } = address
    const outside = await visitor().open(opened)
    t.equal(leadsToLogin(outside), !isPublic(address), `${pattern}, logged out: ${outside.status}`)
    const inside = await member.open(opened)
    t.equal(inside.status === 403, !isForMembers(address, 'GET'), `${pattern}, member: ${inside.status}`)
    const { status } = await owner.open(opened)
    t.ok([200, 303].includes(status) || pattern === NOTHING_SIGNED, `${pattern}, owner: ${status}`)
  }
  t.same(await everything(), before, 'and opening them has changed nothing')
})

test('every form is taken with the token of the session that sends it, and with nothing else', async (t) => {
  const { addresses, visitor, person, haulier, everything } = await openEverything(t)
  const forms = addresses.filter(({ methods }) => methods.includes('POST'))
  t.ok(forms.length >= 35, `${forms.length} forms`)
  const somebody = visitor()
  const { formToken: ofNobody = '' } = await somebody.open('/entrar')
  const [owner, other] = [await person(haulier), await person(haulier)]
  const { formToken: ofAnother = '' } = await other.open('/')
  const { formToken: own = '' } = await owner.open('/')
  t.ok(ofNobody && ofAnother && own)
  const before = await everything()
  for (const { path, pattern } of forms) {
    for (const token of ['', ofAnother, ofNobody])
      t.match(await owner.send(path, {}, { token }), { status: 403, text: EXPIRED }, pattern)
    const inAddress = await owner.send(`${path}?_csrf=${own}`, {}, { token: '' })
    t.match(inAddress, { status: 403, text: EXPIRED }, pattern)
    const crossing = { token: own, headers: { 'sec-fetch-site': 'cross-site' } }
    t.match(await owner.send(path, {}, crossing), { status: 403, text: EXPIRED }, pattern)
    const overridden = { 'x-http-method-override': 'POST', 'x-method-override': 'POST' }
    await owner.open(`${path}?_method=POST`, overridden)
  }
  t.same(await everything(), before, 'nothing was changed')
  t.equal((await owner.open('/cuenta')).status, 200, 'and the session is still open')
  for (const { path, pattern } of forms) {
    const page = await (await person(haulier)).send(path, {}, { from: '/' })
    t.notMatch(page.text, EXPIRED, pattern)
    t.ok([200, 303, 400, 404].includes(page.status), `${pattern}: ${page.status}`)
  }
  t.notSame(await everything(), before, 'with their tokens some forms need nothing more')
})

test('a form does nothing when logged out, nor an owners’ form for a member', async (t) => {
  const { addresses, visitor, person, haulier, everything } = await openEverything(t)
  const forms = addresses.filter(({ methods }) => methods.includes('POST'))
  const member = await person(haulier, 'member')
  const before = await everything()
  const guarded = forms.filter((address) => !isPublic(address))
  t.ok(guarded.length >= 30, `${guarded.length} forms`)
  for (const { path, pattern } of guarded) {
    const page = await visitor().send(path, {}, { from: '/entrar' })
    t.ok(leadsToLogin(page), `${pattern}: ${page.status}`)
  }
  const ofOwners = forms.filter((address) => !isForMembers(address, 'POST'))
  t.ok(ofOwners.length >= 16, `${ofOwners.length} forms`)
  for (const { path, pattern } of ofOwners) {
    const page = await member.send(path, {}, { from: '/' })
    t.match(page, { status: 403, text: /Solo para propietarios/ }, pattern)
  }
  t.same(await everything(), before)
})

test('what is another company’s is not there, at any address', async (t) => {
  const { addresses, person, haulier, rival, everything } = await openEverything(t)
  const stranger = await person(rival)
  const before = await everything()
  const held = addresses.filter(({ pattern }) => HOLDS_ID.test(pattern))
  t.ok(held.length >= 28, `${held.length} addresses`)
  for (const { path, pattern, methods } of held) {
    if (methods.includes('GET')) {
      const page = await stranger.open(path)
      const isOnlyLedBack = pattern === '/auditoria/verificar/:id' && page.location === '/auditoria'
      t.ok(page.status === 404 || isOnlyLedBack, `${pattern}: ${page.status}`)
    }
    if (!methods.includes('POST')) continue
    const { status } = await stranger.send(path, {}, { from: '/' })
    const isMisread = status === 400 && NEEDS_FIELDS.has(pattern)
    t.ok(status === 404 || isMisread, `${pattern}, sent: ${status}`)
  }
  t.same(await everything(), before)

  const own = addresses.filter(({ pattern, methods }) => !pattern.includes(':') && methods.includes('GET'))
  for (const { opened, path } of own) {
    const { html } = await stranger.open(opened)
    t.notMatch(html, haulier.name, path)
    t.notMatch(html, /Marta Vidal|Aceites del Sur|127\.0\.0\.1:9|eva@example/, path)
  }
})

/** Forms whose fields are read first; what they name is tried with good fields where they are tested. */
const NEEDS_FIELDS = new Set([
  '/ecmrs/:id/firmar',
  '/empresa/personas/:id/rol',
  '/webhooks/:id/entregas/:delivery/reintentar',
  '/webhooks/:id/estado',
  '/webhooks/:id/eliminar',
  '/webhooks/:id/probar',
  '/webhooks/:id/reenvios',
  '/webhooks/:id/reenvios/:replay/cancelar',
])

test('a user cannot end a colleague’s session', async (t) => {
  const { addresses, person, haulier } = await openEverything(t)
  const path = addresses.find(({ pattern }) => pattern === '/cuenta/sesiones/:id/cerrar')?.path ?? ''
  t.equal((await (await person(haulier)).send(path, {}, { from: '/' })).status, 404)
})

test('an address that only takes forms cannot be opened', async (t) => {
  const { addresses, person, haulier, everything } = await openEverything(t)
  const owner = await person(haulier)
  const before = await everything()
  const closed = addresses.filter(({ methods }) => !methods.includes('GET'))
  t.ok(closed.length >= 11, `${closed.length} addresses`)
  for (const { path, pattern } of closed)
    t.match(await owner.open(path), { status: 405, headers: { allow: /POST/ } }, pattern)
  t.same(await everything(), before)
})
