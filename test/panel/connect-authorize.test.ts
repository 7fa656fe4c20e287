import { setPlan } from '@ecmr/accounts'
import { authenticateClient, listGrants, redeemCode } from '@ecmr/accounts/oauth'
import { actingFor } from '@ecmr/domain'
import t, { test } from 'tap'
import { buildTestPanel, operator, SITE_URL } from '../support/panel.js'
import {
  answerConsent,
  answerOn,
  authorizeUrl,
  CALLBACK,
  grantsOf,
  newClient,
  offeredBack,
  parametersOf,
  parametersOffered,
  VERIFIER,
} from './connect-client.js'
import { withOwnCompanies } from './ground.js'

const shared = await withOwnCompanies(await buildTestPanel(t), 'pro')
const { pool, visitor, person, lucia } = shared

const STATE = 'a state/of?its=own'
const program = await newClient(pool, 'Program', ['http://127.0.0.1:4711/cb'])
const website = await newClient(pool)

/** The answer to a request that is good but for what is changed, of a web site and of a program. */
async function errorOf(changed: Readonly<Record<string, string | undefined>>): Promise<string | undefined> {
  const page = await visitor().open(authorizeUrl(website, changed))
  t.ok(offeredBack(page).href.startsWith(`${CALLBACK}?`))
  const redirect_uri = 'http://127.0.0.1:4711/cb'
  const sent = await visitor().open(authorizeUrl(program, { redirect_uri, ...changed }))
  t.equal(sent.status, 303)
  t.ok(sent.location?.startsWith(`${redirect_uri}?`))
  t.same(parametersOf(sent), parametersOffered(page))
  return parametersOf(sent).error
}

test('a person reads who asks for what, for which company and as whom, and how it ends', async (t) => {
  const { haulier } = await withOwnCompanies(shared, 'pro')
  const lucia = await person(haulier, 'member')
  const redirect_uri = 'https://claude.ai/cb'
  const page = await lucia.open(
    authorizeUrl(await newClient(pool, 'Claude', [redirect_uri]), { redirect_uri }),
  )
  t.equal(page.status, 200)
  for (const said of [
    /Nombre que indica «Claude» no verificado Le devolverá a claude\.ai/,
    `Transportes Guadalquivir Persona Lucía Fernández (${lucia.user.email})`,
    /Busca entre las cartas de porte.*Ve los webhooks.*Extrae los datos.*Solo lectura/,
    /30 días sin uso y, como máximo, a los 90 días/,
    /Autorizar Rechazar/,
  ])
    t.match(page.text, said)
  t.notMatch(page.text, /Atención/)
  lucia.cookies.set('__Host-language', 'en')
  const { text } = await lucia.open(authorizeUrl(website))
  t.match(text, /Name it gives “Asistente” not verified Sends you back to assistant\.example/)
})

test('what waits at the place one is sent back to is said in words', async (t) => {
  for (const [redirect_uri, target, says] of [
    ['http://127.0.0.1:4711/cb', '127.0.0.1:4711', /un programa de este ordenador/],
    ['http://localhost/cb', 'localhost', /un programa de este ordenador/],
    ['http://[::1]:8/cb', '[::1]:8', /un programa de este ordenador/],
    ['cursor://anysphere.cursor-retrieval/oauth/callback', 'cursor:', /aplicación de este dispositivo/],
    ['https://assistant.example:8443/cb', 'assistant.example:8443', /un sitio web/],
  ] as const) {
    const client = await newClient(pool, 'A', [redirect_uri])
    const { text } = await shared.lucia.open(authorizeUrl(client, { redirect_uri }))
    t.ok(text.includes(`Le devolverá a ${target} `), target)
    t.match(text, says)
  }
})

test('a grant redirects back with a code that the assistant redeems; a refusal with an error', async (t) => {
  const { haulier, rival, lucia } = await withOwnCompanies(shared, 'pro')
  const client = await newClient(pool)
  const refused = parametersOf(await answerConsent(lucia, authorizeUrl(client), 'refuse'))
  t.match(refused, { error: 'access_denied', state: STATE, iss: SITE_URL, code: undefined })
  t.equal(await grantsOf(pool, client), 0)
  const sent = await answerConsent(lucia, authorizeUrl(client))
  const headers = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }
  t.match(sent, { status: 303, headers, html: '' })
  const { code = '', ...others } = parametersOf(sent)
  t.same(others, { state: STATE, iss: SITE_URL })
  const redeemed = await redeemCode(pool, client, { code, redirect_uri: CALLBACK, code_verifier: VERIFIER })
  t.match(redeemed, { ok: true, tokens: { scopes: ['ecmr:read'] } })
  const grant = { client_id: client.id, user_id: lucia.user.id, redirect_host: 'assistant.example' }
  t.match(await listGrants(pool, actingFor(haulier.id)), [grant])
  t.same(await listGrants(pool, actingFor(rival.id)), [])
})

test('a question is answered once, in time, by the user who was asked, and unchanged', async (t) => {
  const { haulier, lucia } = await withOwnCompanies(shared, 'pro')
  const client = await newClient(pool)
  const url = authorizeUrl(client)
  const page = await lucia.open(url)
  const fields = answerOn(page, 'grant')
  const over = {
    status: 400,
    text: /Esta solicitud ya no es válida.*Empiece de nuevo en su asistente/,
    location: undefined,
  }
  t.match(await (await person(haulier)).send(url, fields), over, 'of another user')
  for (const question of ['', 'x', `${fields.question}x`, 'A'.repeat(43)])
    t.match(await lucia.send(url, { ...fields, question }), over, 'tampered with')
  t.match(await lucia.send(url, { ...fields, answer: 'yes' }), { status: 400, location: undefined })
  t.equal(await grantsOf(pool, client), 0)
  const elsewhere = authorizeUrl(client, { redirect_uri: 'https://evil.example/', state: 'evil' })
  const sent = await lucia.send(elsewhere, fields, { token: page.formToken ?? '' })
  t.equal(parametersOf(sent).state, STATE, 'what the address of the form says counts for nothing')
  t.ok(sent.location?.startsWith(`${CALLBACK}?`))
  t.match(await lucia.send(url, fields), over, 'a second time')
  t.equal(await grantsOf(pool, client), 1)

  const late = answerOn(await lucia.open(url), 'grant')
  await pool.query(`update oauth.requests set expires_at = now() - interval '1 second'`)
  t.match(await lucia.send(url, late), over, 'too late')
  t.equal(await grantsOf(pool, client), 1)
})

test('six answers at once grant once', async (t) => {
  const { lucia } = await withOwnCompanies(shared, 'pro')
  const client = await newClient(pool)
  const page = await lucia.open(authorizeUrl(client))
  const token = page.formToken ?? ''
  const answer = () => lucia.send('/oauth/authorize', answerOn(page, 'grant'), { token })
  const sent = await Promise.all(Array.from({ length: 6 }, answer))
  t.same(sent.map(({ status }) => status).sort(), [303, 400, 400, 400, 400, 400])
  t.equal(await grantsOf(pool, client), 1)
})

test('opening the page grants nothing, and asking for its headers does nothing at all', async (t) => {
  const { lucia } = shared
  const client = await newClient(pool)
  const questions = async (): Promise<unknown> =>
    (await pool.query('select count(*) from oauth.requests where client_id = $1', [client.id])).rows[0]
  const cookie = [...lucia.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const head = await shared.app.inject({ method: 'HEAD', url: authorizeUrl(client), headers: { cookie } })
  t.match(head, { statusCode: 405, headers: { allow: 'GET, OPTIONS, POST' } })
  t.same(await questions(), { count: '0' })
  await lucia.open(authorizeUrl(client))
  t.same(await questions(), { count: '1' })
  t.equal(await grantsOf(pool, client), 0)
})

test('a visitor logs in first and comes back, also with the longest requests', async (t) => {
  const { lucia } = shared
  for (const state of ['s', 'x'.repeat(4_000), '{"a":"/"}'.repeat(150)]) {
    const wanted = authorizeUrl(website, { state })
    const { location = '' } = await visitor().open(wanted)
    t.equal(location, `/entrar?siguiente=${encodeURIComponent(wanted)}`)
    t.equal((await visitor().open(location)).status, 200)
    const back = await lucia.open(location)
    t.equal(back.location, wanted, 'as after logging in')
    t.equal(parametersOf(await answerConsent(lucia, back.location ?? '')).state, state)
  }
  t.equal(await errorOf({ state: 'x'.repeat(7_500) }), 'invalid_request', 'or the assistant gets an error')
})

test('a user logged in to the wrong account logs in to another and comes back', async (t) => {
  const lucia = await person(shared.haulier)
  const url = authorizeUrl(website)
  const page = await lucia.open(url)
  const [, siguiente = ''] = /name="siguiente" value="([^"]+)"/.exec(page.html) ?? []
  const wanted = siguiente.replaceAll('&amp;', '&')
  const out = await lucia.send('/salir', { siguiente: wanted }, { token: page.formToken ?? '' })
  t.equal(out.location, `/entrar?siguiente=${encodeURIComponent(url)}`)
  t.notOk(lucia.cookies.has('__Host-session'))
  t.match((await lucia.follow(out)).html, `name="siguiente" value="${siguiente}"`)
  for (const evil of ['https://evil.example', '//evil.example', ''])
    t.equal((await lucia.send('/salir', { siguiente: evil }, { from: '/entrar' })).location, '/entrar')
})

test('an answer after the session has ended leads to the login and a new question', async (t) => {
  const client = await newClient(pool)
  const lucia = await person(shared.haulier)
  const url = authorizeUrl(client)
  const page = await lucia.open(url)
  await pool.query('delete from accounts.sessions where user_id = $1', [lucia.user.id])
  for (const headers of [{}, { 'sec-fetch-site': 'same-origin' }]) {
    const sent = await lucia.send(url, answerOn(page, 'grant'), { token: page.formToken ?? '', headers })
    t.equal(sent.location, `/entrar?siguiente=${encodeURIComponent(url)}`)
  }
  t.equal(await grantsOf(pool, client), 0)
})

test('a company on Free reads what it needs and whom to ask, and can go back', async (t) => {
  const { haulier, lucia } = await withOwnCompanies(shared, 'pro')
  const client = await newClient(pool)
  const url = authorizeUrl(client)
  const before = await lucia.open(url)
  await setPlan(pool, haulier.id, 'free', operator)
  const page = await lucia.open(url)
  const needed = /requieren el plan Pro o Enterprise\. Solicite el cambio de plan al operador/
  t.match(page, { status: 403, text: needed })
  t.match((await (await person(haulier, 'member')).open(url)).text, /Pida a un propietario/)
  const [, href = ''] = /class="button" href="(https:[^"]+)"/.exec(page.html) ?? []
  const { searchParams } = new URL(href.replaceAll('&amp;', '&'))
  const said = { error: 'access_denied', state: STATE, iss: SITE_URL }
  t.match(Object.fromEntries(searchParams), said)
  const sent = await lucia.send(url, answerOn(before, 'grant'), { token: before.formToken ?? '' })
  t.match(sent, { status: 403, text: /Su plan no incluye asistentes/ }, 'also when it went back in between')
  t.equal(await grantsOf(pool, client), 0)
})

test('a person lets in so many assistants at a time that they can be looked over', async (t) => {
  const { haulier, lucia } = await withOwnCompanies(shared, 'pro')
  const client = await newClient(pool)
  const url = authorizeUrl(client)
  const before = await lucia.open(url)
  await pool.query(
    `insert into oauth.grants (id, client_id, company_id, user_id, scopes, resource, redirect_host, expires_at)
     select gen_random_uuid(), $1, $2, $3, '{ecmr:read}', $4, 'assistant.example', now() + interval '1 day'
     from generate_series(1, 50)`,
    [client.id, haulier.id, lucia.user.id, `${SITE_URL}/mcp`],
  )
  const many = { status: 400, location: undefined, text: /Demasiados asistentes conectados.*Desconecte/ }
  t.match(await lucia.open(url), many)
  t.match(await lucia.send(url, answerOn(before, 'grant'), { token: before.formToken ?? '' }), many)
  t.equal(await grantsOf(pool, client), 50)
  t.equal((await answerConsent(await person(haulier), url)).status, 303, 'each user has a separate limit')
  const one = 'select id from oauth.grants where user_id = $1 limit 1'
  await pool.query(`update oauth.grants set ended_at = now() where id in (${one})`, [lucia.user.id])
  t.equal((await answerConsent(lucia, url)).status, 303, 'and again when one has ended')
})

test('a request that is not good is answered to the assistant, in OAuth’s words', async (t) => {
  for (const [error, name, values] of [
    ['invalid_request', 'response_type', [undefined, '']],
    ['unsupported_response_type', 'response_type', ['token', 'id_token', 'code token', 'CODE', 'none']],
    ['invalid_request', 'response_mode', ['form_post', 'fragment', 'jwt']],
    ['request_not_supported', 'request', ['e30.e30.']],
    ['request_uri_not_supported', 'request_uri', ['https://assistant.example/r']],
    ['invalid_scope', 'scope', ['ecmr:write', 'openid', 'ECMR:READ']],
    ['invalid_target', 'resource', ['https://other.example/mcp', `${SITE_URL}/api`, 'mcp']],
    ['invalid_target', 'resource', [`${SITE_URL}.evil.example/mcp`, 'http://ecmr.example/mcp']],
    ['login_required', 'prompt', ['none']],
  ] as const)
    for (const value of values) t.equal(await errorOf({ [name]: value }), error, `${name} ${value}`)
})

test('parameters that are sent twice are refused, and a state sent twice is not handed back', async (t) => {
  for (const name of ['response_type', 'code_challenge', 'code_challenge_method', 'scope', 'state']) {
    const page = await visitor().open(`${authorizeUrl(website)}&${name}=x&${name}=y`)
    const said = { error: 'invalid_request', error_description: new RegExp(name), iss: SITE_URL }
    t.match(parametersOffered(page), said)
    t.equal(parametersOffered(page).state, name === 'state' ? undefined : STATE)
  }
  for (const [name, value] of [['client_id', website.id] as const, ['redirect_uri', CALLBACK] as const]) {
    const page = await visitor().open(`${authorizeUrl(website)}&${name}=${encodeURIComponent(value)}`)
    t.match(page, { status: 400, location: undefined }, name)
  }
})

test('a good request may say less or more than it has to', async (t) => {
  const { lucia } = shared
  for (const changed of [
    { state: undefined },
    { redirect_uri: undefined },
    { scope: 'ecmr:read' },
    { scope: 'ecmr:read openid' },
    { scope: 'offline_access' },
    { resource: SITE_URL },
    { resource: `${SITE_URL}/` },
    { resource: `${SITE_URL}/mcp` },
    { resource: `${SITE_URL}/mcp/` },
    { resource: 'HTTPS://ECMR.EXAMPLE:443/mcp' },
    { response_mode: 'query' },
    { prompt: 'consent' },
    { nonce: 'n', login_hint: 'x', foo: 'bar' },
  ])
    t.match(await lucia.open(authorizeUrl(website, changed)), { status: 200, text: /Autorizar/ })
  const least = authorizeUrl(website, { state: undefined, redirect_uri: undefined })
  t.same(new Set(Object.keys(parametersOf(await answerConsent(lucia, least)))), new Set(['code', 'iss']))
  const silent = await lucia.open(authorizeUrl(website, { prompt: 'none' }))
  t.match(parametersOffered(silent), { error: 'consent_required' })
  const two = await newClient(pool, 'Two', [CALLBACK, `${CALLBACK}2`])
  const missing = await lucia.open(authorizeUrl(two, { redirect_uri: undefined }))
  t.match(missing, { status: 400, text: /Falta la dirección de vuelta/ })
})

test('what stands in the query of a redirect URI stays there, and an app is reached by its scheme', async (t) => {
  for (const [redirect_uri, joint] of [
    ['https://assistant.example/cb?a=b%20c&d', '&'],
    ['https://assistant.example/cb?', ''],
    ['https://assistant.example', '?'],
    ['cursor://anysphere.cursor-retrieval/oauth/callback', '?'],
    ['com.example.app:/cb', '?'],
  ] as const) {
    const client = await newClient(pool, 'A', [redirect_uri])
    const { location = '' } = await answerConsent(shared.lucia, authorizeUrl(client, { redirect_uri }))
    t.ok(location.startsWith(`${redirect_uri}${joint}code=`), location)
    t.match(new URL(location).searchParams.get('iss'), SITE_URL)
  }
})

test('an unknown assistant is reported to the user, with what to do', async (t) => {
  const unknown = { status: 400, location: undefined, text: /Asistente desconocido.*añádala de nuevo/ }
  for (const id of ['', 'x', '00000000-0000-4000-8000-000000000000', `' or 1=1 --`])
    t.match(await visitor().open(authorizeUrl({ id })), unknown)
  const english = await visitor({ 'accept-language': 'en' }).open('/oauth/authorize')
  t.match(english, { status: 400, text: /Unknown assistant/ })
})

/** The document of an assistant, as long as there is one. */
const published = new Map<string, object>()
const withDocuments = await withOwnCompanies(
  await buildTestPanel(t, () => ({
    fetchDocument: async (url) => {
      const said = published.get(url)
      const headers = { contentType: 'application/json', cacheControl: 'no-store' }
      return said === undefined
        ? { kind: 'failed', reason: 'unreachable' }
        : { kind: 'answered', status: 200, ...headers, body: JSON.stringify({ client_id: url, ...said }) }
    },
  })),
  'pro',
)

/** An assistant that publishes a document about itself. */
function publish(path: string, redirect_uris: readonly string[] = [CALLBACK]): { readonly id: string } {
  const id = `https://claude.ai/${path}`
  published.set(id, { client_name: 'Claude', redirect_uris, logo_uri: 'https://claude.ai/logo.svg' })
  return { id }
}

test('an assistant that publishes a document is asked about with its domain, and gets a code', async (t) => {
  const { lucia, haulier } = withDocuments
  const client = publish('client.json')
  const page = await lucia.open(authorizeUrl(client))
  t.equal(page.status, 200)
  t.match(page.text, /«Claude» no verificado Se identifica con claude\.ai dominio comprobado/)
  t.notMatch(page.text, /Atención/)
  t.notMatch(page.html, /logo\.svg/, 'its logo is not loaded')
  const { code = '' } = parametersOf(await answerConsent(lucia, authorizeUrl(client)))
  const proved = { id: client.id, method: 'none' } as const
  const known = await authenticateClient(withDocuments.pool, proved)
  if (known === undefined) throw new Error('the client is not known')
  t.match(known, { document_url: client.id, name: 'Claude' })
  const asked = { code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
  t.match(await redeemCode(withDocuments.pool, known, asked), { ok: true })
  t.match(await listGrants(withDocuments.pool, actingFor(haulier.id)), [{ client_domain: 'claude.ai' }])
  t.match((await lucia.open('/conectar-ia')).text, /Claude Dominio comprobado: claude\.ai/)
})

test('a document that names this computer, or a known name at another domain, comes with a warning', async (t) => {
  const { lucia } = withDocuments
  const redirect_uri = 'http://127.0.0.1:4711/cb'
  const program = publish('program.json', ['http://127.0.0.1/cb'])
  const { text } = await lucia.open(authorizeUrl(program, { redirect_uri }))
  t.match(
    text,
    /Atención: cualquier programa de este dispositivo puede usar los datos que publica claude\.ai/,
  )
  published.set('https://evil.example/c', { client_name: 'Claude', redirect_uris: [CALLBACK] })
  const evil = await lucia.open(authorizeUrl({ id: 'https://evil.example/c' }))
  t.match(evil.text, /Atención: este nombre se parece al de Claude, pero evil\.example no es una/)
})

test('a document is fetched for those who are logged in, and says what is wrong with it', async (t) => {
  const url = authorizeUrl({ id: 'https://gone.example/c' })
  t.equal((await withDocuments.visitor().open(url)).location, `/entrar?siguiente=${encodeURIComponent(url)}`)
  const page = await withDocuments.lucia.open(url)
  const said =
    /No hemos podido comprobar este asistente.*gone\.example\/c Problema No se puede acceder a la dirección/
  t.match(page, { status: 400, location: undefined, text: said })
  const moved = await withDocuments.lucia.open(authorizeUrl(publish('moved', ['https://claude.ai/cb'])))
  t.match(
    moved,
    { status: 400, text: /Dirección de vuelta no registrada/ },
    'the address is not one of its own',
  )
  t.match(await lucia.open(url), { status: 400, text: /Asistente desconocido/ }, 'where it is switched off')
})

test('what a document no longer lists is neither granted nor redeemed', async (t) => {
  const { lucia } = withDocuments
  const client = publish('changing')
  const url = authorizeUrl(client)
  const page = await lucia.open(url)
  const { code = '' } = parametersOf(await answerConsent(lucia, url))
  const elsewhere = 'https://claude.ai/other'
  await lucia.open(authorizeUrl(publish('changing', [elsewhere]), { redirect_uri: elsewhere }))
  const sent = await lucia.send(url, answerOn(page, 'grant'), { token: page.formToken ?? '' })
  t.match(sent, { status: 400, location: undefined, text: /Esta solicitud ya no es válida/ })
  const now = await authenticateClient(withDocuments.pool, { id: client.id, method: 'none' })
  if (now === undefined) throw new Error('the client is not known')
  const asked = { code, redirect_uri: CALLBACK, code_verifier: VERIFIER }
  t.match(await redeemCode(withDocuments.pool, now, asked), { ok: false, error: 'invalid_grant' })
})
