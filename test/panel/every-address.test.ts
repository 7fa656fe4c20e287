import { drainAuditOutbox } from '@ecmr/accounts'
import { test } from 'tap'
import type { Page } from '../support/visit.js'
import { type Address, openEverything } from './every-address.js'
import { EXPIRED, HOSTILE, INJECTED } from './ground.js'

// Who may open what. An address that is not named here is for owners.
const PUBLIC =
  /^\/($|favicon\.ico$|livez$|readyz$|entrar(\/llave)?$|salir$|idioma\/|tema\/|logotipos\/|registro(\/|$)|recuperar(\/|$)|invitacion\/|avisos\/baja\/|f\/|c\/|seguimiento(\/|$)|procedimientos$|verificar$|errors(\/|$))/
const MEMBERS =
  /^\/(entrar\/segundo-paso$|modo$|cambiar-empresa$|buscar$|cambios$|primeros-pasos\/|ecmrs(\.csv|\/(?!.*\/borrar-datos$)|$)|auditoria(\/|$)|fichas\/|cuenta(\/|$)|conectar-ia$|oauth\/authorize$)/
/** What members may see, and only owners may change. */
const SEEN_BY_MEMBERS = /^\/empresa(\/compartir)?$/
/** Addresses with an id of something that belongs to the company: not found for others. */
const HOLDS_ID = /:(id|incident|invitation|share|place|delivery|replay)\b/
/** Redirects to the trail, whichever id stands in it. */
const REDIRECTS = '/auditoria/verificar/:id'
/** What is not there, which is all that a note without signatures may come to. */
const NOTHING_SIGNED = '/ecmrs/:id/firmas/:place'

/** What people of the other roles may open and send. A new address is for neither of them until it stands here. */
const OF_ROLES: Readonly<Record<'driver' | 'reader', Readonly<Record<'GET' | 'POST', RegExp>>>> = {
  driver: {
    GET: /^\/(ecmrs(\.csv|\/vistas)?|ecmrs\/:id(\/(firmar|invitaciones|adjuntos(\/:attachment\/archivo)?|estado|vehiculo|reservas|incidencias|historial|firmas\/:place|documentos|documentos\/borrador|documentos\/:n\/(pdf|qr|qr\.svg|qr\.png)))?|cuenta(\/.*)?|entrar\/segundo-paso|cambios|buscar|empresa(\/compartir)?|cambiar-empresa)$/,
    POST: /^\/(entrar\/segundo-paso|modo|cambiar-empresa|ecmrs\/lista\/columnas|ecmrs\/vistas(\/.*)?|ecmrs\/:id\/(firmar|invitaciones|invitaciones\/:invitation\/revocar|adjuntos|estado|vehiculo|reservas|incidencias)|cuenta(\/.*)?)$/,
  },
  reader: {
    GET: /^\/(ecmrs(\.csv|\/vistas)?|ecmrs\/:id(\/(historial|prueba|adjuntos(\/:attachment\/archivo)?|firmas\/:place|documentos|documentos\/borrador|documentos\/:n\/(pdf|qr|qr\.svg|qr\.png|lecturas)))?|auditoria(\/.*)?|fichas\/\w+(\.csv)?(?<!sugerencias)|cuenta(\/.*)?|entrar\/segundo-paso|cambios|buscar|empresa(\/compartir)?|cambiar-empresa)$/,
    POST: /^\/(entrar\/segundo-paso|modo|cambiar-empresa|ecmrs\/lista\/columnas|ecmrs\/vistas(\/.*)?|auditoria\/verificar(\/:id)?|cuenta(\/.*)?)$/,
  },
}

/** Sent by mail programs and by the scripts of drivers’ pages, without the token of a form: unsubscribe.test.ts and driver-link.test.ts try them. */
const BY_LINK = /^\/avisos\/baja\/:token$|^\/c\/:token\//

const isPublic = ({ pattern }: Address): boolean => PUBLIC.test(pattern)
const isForMembers = ({ pattern }: Address, method: 'GET' | 'POST'): boolean =>
  PUBLIC.test(pattern) || MEMBERS.test(pattern) || (method === 'GET' && SEEN_BY_MEMBERS.test(pattern))
const takes =
  (method: 'GET' | 'POST') =>
  ({ methods }: Address): boolean =>
    methods.includes(method)

const leadsToLogin = ({ status, location }: Page): boolean =>
  status === 303 && /^\/entrar($|\?siguiente=)/.test(location ?? '')

test('every address says who may open it, and is closed to others', async (t) => {
  const { addresses, visitor, person, haulier, everything } = await openEverything(t)
  const pages = addresses.filter(takes('GET'))
  t.ok(pages.length >= 45, `${pages.length} pages`)
  const methods = new Set(addresses.flatMap(({ methods }) => methods))
  t.same(methods, new Set(['GET', 'HEAD', 'POST']), 'there are no other methods')
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
  const closed = addresses.filter((address) => !takes('GET')(address))
  t.ok(closed.length >= 11, `${closed.length} addresses`)
  for (const { path, pattern } of closed)
    t.match(await owner.open(path), { status: 405, headers: { allow: /POST/ } }, pattern)
  t.same(await everything(), before, 'an address that only takes forms cannot be opened')
})

test('every form is taken with the token of the session that sends it, and with nothing else', async (t) => {
  const { addresses, visitor, person, haulier, everything } = await openEverything(t)
  const forms = addresses.filter(takes('POST')).filter(({ pattern }) => !BY_LINK.test(pattern))
  t.ok(forms.length >= 35, `${forms.length} forms`)
  const [owner, other] = [await person(haulier), await person(haulier)]
  const { formToken: ofGuest = '' } = await visitor().open('/entrar')
  const { formToken: ofAnother = '' } = await other.open('/')
  const { formToken: own = '' } = await owner.open('/')
  t.ok(ofGuest && ofAnother && own)
  const before = await everything()
  for (const { path, pattern, fields } of forms) {
    for (const token of ['', ofAnother, ofGuest])
      t.match(await owner.send(path, fields, { token }), EXPIRED, pattern)
    const inAddress = `${path}${path.includes('?') ? '&' : '?'}_csrf=${own}`
    t.match(await owner.send(inAddress, fields, { token: '' }), EXPIRED, pattern)
    for (const site of ['cross-site', 'same-site']) {
      const crossing = { token: own, headers: { 'sec-fetch-site': site } }
      t.match(await owner.send(path, fields, crossing), EXPIRED, pattern)
    }
    const overridden = { 'x-http-method-override': 'POST', 'x-method-override': 'POST' }
    await owner.open(`${path}?_method=POST`, overridden)
  }
  t.same(await everything(), before, 'nothing was changed')
  t.equal((await owner.open('/cuenta')).status, 200, 'and the session is still open')
  for (const { path, pattern } of forms) {
    const page = await (await person(haulier)).send(path, {}, { from: '/' })
    t.notMatch(page.text, EXPIRED.text, pattern)
    t.ok([200, 303, 400, 404, 409].includes(page.status), `${pattern}: ${page.status}`)
  }
  t.notSame(await everything(), before, 'with their tokens some forms need nothing more')
})

test('a form does nothing when logged out, nor an owners’ form for a member', async (t) => {
  const { addresses, visitor, person, haulier, everything } = await openEverything(t)
  const forms = addresses.filter(takes('POST'))
  const member = await person(haulier, 'member')
  const before = await everything()
  const guarded = forms.filter((address) => !isPublic(address))
  t.ok(guarded.length >= 30, `${guarded.length} forms`)
  for (const { path, pattern, fields } of guarded) {
    const page = await visitor().send(path, fields, { from: '/entrar' })
    t.ok(leadsToLogin(page), `${pattern}: ${page.status}`)
  }
  const ofOwners = forms.filter((address) => !isForMembers(address, 'POST'))
  t.ok(ofOwners.length >= 16, `${ofOwners.length} forms`)
  const refused = { status: 403, text: /Solo para propietarios/ }
  for (const { path, pattern, fields } of ofOwners)
    t.match(await member.send(path, fields, { from: '/' }), refused, pattern)
  t.same(await everything(), before)
})

for (const role of ['driver', 'reader'] as const)
  test(`a ${role} opens and sends what that role may, at every address, and nothing else`, async (t) => {
    const { addresses, person, haulier, everything } = await openEverything(t)
    const visitor = await person(haulier, role)
    await visitor.open('/idioma/en')
    const before = await everything()
    for (const address of addresses) {
      const { opened, path, pattern, fields } = address
      const mayOpen = PUBLIC.test(pattern) || OF_ROLES[role].GET.test(pattern)
      if (takes('GET')(address)) {
        const { status } = await visitor.open(opened)
        t.equal(status === 403, !mayOpen, `${pattern} is opened: ${status}`)
      }
      if (!takes('POST')(address) || PUBLIC.test(pattern) || OF_ROLES[role].POST.test(pattern)) continue
      const page = await visitor.send(path, fields, { from: '/cuenta' })
      t.match(page, { status: 403, text: /Your role does not allow this|Owners only/ }, `${pattern} is sent`)
    }
    t.same(await everything(), before, 'nothing was changed')
    const shown = addresses.filter(
      (address) => takes('GET')(address) && OF_ROLES[role].GET.test(address.pattern),
    )
    for (const { path } of shown.filter(({ pattern }) => !pattern.startsWith('/cuenta'))) {
      const { html } = await visitor.open(path)
      for (const [, kind, href = ''] of html.matchAll(/ (href|action)="(\/[^"#?]*)/g))
        if (!isOpenTo(role, kind === 'action' ? 'POST' : 'GET', href)) t.fail(`${path} offers ${href}`)
    }
  })

/** Whether a link or form of a page leads to what a role may open or send. */
function isOpenTo(role: 'driver' | 'reader', method: 'GET' | 'POST', href: string): boolean {
  const pattern = href
    .replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, ':id')
    .replace(/\/invitaciones\/[0-9a-f-]{36}/, '/invitaciones/:invitation')
    .replace(/\/adjuntos\/[0-9a-f-]{36}/, '/adjuntos/:attachment')
    .replace(/\/documentos\/\d+/, '/documentos/:n')
    .replace(/\/firmas\/\d+/, '/firmas/:place')
  if (PUBLIC.test(pattern) || /^\/(api\/docs|assets\/|d\/)/.test(pattern)) return true
  const { GET, POST } = OF_ROLES[role]
  // A form that only asks is sent by GET.
  return method === 'POST' ? POST.test(pattern) || GET.test(pattern) : GET.test(pattern)
}

test('what is another company’s, or unknown, is not there, at any address', async (t) => {
  const { addresses, person, haulier, rival, everything } = await openEverything(t)
  const [owner, stranger] = [await person(haulier), await person(rival)]
  const before = await everything()
  const held = addresses.filter(({ pattern }) => HOLDS_ID.test(pattern))
  t.ok(held.length >= 28, `${held.length} addresses`)
  for (const address of held)
    for (const [who, path] of [[stranger, address.path] as const, [owner, address.unknown] as const]) {
      const { pattern, fields } = address
      const opened = await who.open(path)
      const isRedirected = pattern === REDIRECTS && opened.location === '/auditoria'
      if (takes('GET')(address)) t.ok(opened.status === 404 || isRedirected, `${path}: ${opened.status}`)
      if (!takes('POST')(address)) continue
      const query = path === address.unknown && path.endsWith('/firmar') ? '?rol=sender' : ''
      const { status } = await who.send(`${path}${query}`, fields, { from: '/' })
      t.equal(status, 404, `${path}, sent`)
    }
  t.same(await everything(), before)

  const own = addresses.filter(({ pattern, methods }) => !pattern.includes(':') && methods.includes('GET'))
  for (const { opened, path } of own) {
    const { html } = await stranger.open(opened)
    t.notMatch(html, haulier.name, path)
    t.notMatch(html, /Marta Vidal|Aceites del Sur|127\.0\.0\.1:9|eva@example/, path)
  }
})

/** What has an id that belongs to notes or webhooks, not to the account. */
const OF_NOTES = /^\/(ecmrs|webhooks)\/:id/

test('what is real is not there, at any address, while test data are shown', async (t) => {
  const { addresses, person, haulier, everything } = await openEverything(t)
  const owner = await person(haulier)
  owner.cookies.set('__Host-mode', 'test')
  const before = await everything()
  const held = addresses.filter(({ pattern }) => OF_NOTES.test(pattern))
  t.ok(held.length >= 24, `${held.length} addresses`)
  for (const address of held) {
    const { path, fields } = address
    if (takes('GET')(address)) t.equal((await owner.open(path)).status, 404, path)
    if (takes('POST')(address))
      t.equal((await owner.send(path, fields, { from: '/' })).status, 404, `${path}, sent`)
  }
  t.same(await everything(), before)
  for (const address of addresses.filter(takes('GET')).filter(({ pattern }) => !OF_NOTES.test(pattern))) {
    const { opened, pattern } = address
    const { status, html } = await owner.open(opened)
    t.ok(status < 500, `${pattern}: ${status}`)
    if (/^\/($|ecmrs(\.csv)?$|webhooks$)/.test(pattern))
      t.notMatch(html, /Aceites del Sur|127\.0\.0\.1:9/, pattern)
  }
})

/** Pages that show something that people have written. */
const SHOWING = [
  '/',
  '/auditoria',
  '/claves',
  '/conectar-ia',
  '/cuenta',
  '/ecmrs',
  '/ecmrs/:id',
  '/ecmrs/:id/borrar-datos',
  '/ecmrs/:id/documentos',
  '/ecmrs/:id/editar',
  '/ecmrs/:id/historial',
  '/ecmrs/:id/firmar',
  '/ecmrs/:id/incidencias/:incident/resolver',
  '/empresa',
  '/empresa/personas',
  '/fichas/empresas',
  '/fichas/conductores/:id',
  '/fichas/vehiculos/:id/eliminar',
  '/fichas/plantillas',
  '/oauth/authorize',
  '/registro/:token',
  '/seguimiento/:number',
  '/webhooks',
  '/webhooks/:id',
  '/webhooks/:id/editar',
  '/webhooks/:id/eliminar',
]

const FILES = new Set([
  '/c/:token/datos',
  '/c/:token/pdf',
  '/ecmrs.csv',
  '/fichas/empresas.csv',
  '/fichas/conductores.csv',
  '/fichas/vehiculos.csv',
  '/fichas/plantillas.csv',
  '/ecmrs/:id/prueba',
  '/ecmrs/:id/adjuntos/:attachment/archivo',
  '/auditoria/exportar',
  '/ecmrs/:id/documentos/borrador',
  '/ecmrs/:id/documentos/:n/pdf',
])

/** What pages read of their address. */
const PARAMETERS =
  'search status carrier driver late delivery_to pickup_from cursor page sort version en partida numero quien desde hasta antes ver pagina since until event lista linea dato rol empresa siguiente q consulta volver id'

test('what people write is text on every page, in both languages', async (t) => {
  const { addresses, person, haulier, pool, store } = await openEverything(t, HOSTILE)
  await drainAuditOutbox(pool, store)
  const owner = await person(haulier, 'owner', HOSTILE)
  const colleague = await person(haulier, 'member', HOSTILE)
  const escaped = HOSTILE.replace(
    /[<>"']/g,
    (each) => ({ '<': '&lt;', '>': '&gt;', '"': '&quot;' })[each] ?? '&#39;',
  )
  const showing = new Set<string>()
  const typed = new URLSearchParams(Object.fromEntries(PARAMETERS.split(' ').map((name) => [name, HOSTILE])))
  const html = addresses.filter((each) => takes('GET')(each) && !FILES.has(each.pattern))
  const pages = [...html, { opened: '/auditoria?ver=cuenta', pattern: 'account' }]
  for (const language of ['es', 'en'])
    for (const { opened, pattern } of pages) {
      owner.cookies.set('__Host-language', language)
      const { html } = await owner.open(opened)
      t.notMatch(html, INJECTED, pattern)
      if (html.includes(escaped)) showing.add(pattern)
      t.notMatch((await colleague.open(opened)).html, INJECTED, pattern)
      const asked = await owner.open(`${opened}${opened.includes('?') ? '&' : '?'}${typed}`)
      t.ok(asked.status < 500, `${pattern}: ${asked.status}`)
      t.notMatch(asked.html, INJECTED, pattern)
    }
  const unseen = [...SHOWING, 'account'].filter((pattern) => !showing.has(pattern))
  t.same(unseen, [], 'these pages show it')
})
