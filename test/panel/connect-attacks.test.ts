import t, { test } from 'tap'
import { buildTestPanel, SITE_URL } from '../support/panel.js'
import type { Page } from '../support/visit.js'
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
} from './connect-client.js'
import { EXPIRED, type Fields, HOSTILE, INJECTED, withOwnCompanies } from './ground.js'

// Attacks that aim at reading a company's notes without its people's consent.

const shared = await withOwnCompanies(await buildTestPanel(t), 'pro')
const { pool, visitor, person, haulier, lucia } = shared

/** Says that an answer leads to no other site, and has no link to the one that was tried. */
const staysHere = ({ status, location, html }: Page, tried: string): boolean =>
  status === 400 && location === undefined && !html.replace(/<footer.*/s, '').includes(tried)

const asksFor = async (name: string, uri = CALLBACK): Promise<Page> =>
  lucia.open(authorizeUrl(await newClient(pool, name, [uri]), { redirect_uri: uri }))

test('cross-site consent: a form that another site sends grants nothing', async (t) => {
  const client = await newClient(pool)
  const url = authorizeUrl(client)
  const attacker = await person(shared.rival)
  const [own, foreign] = [await lucia.open(url), await attacker.open(url)]
  const token = own.formToken ?? ''
  const evil = { origin: 'https://evil.example' }
  const expired = { ...EXPIRED, location: undefined }
  for (const site of ['cross-site', 'same-site', 'none']) {
    const headers = { ...evil, 'sec-fetch-site': site }
    t.match(await lucia.send(url, answerOn(own, 'grant'), { token, headers }), expired, site)
  }
  for (const token of ['', 'forged'])
    t.match(await lucia.send(url, answerOn(own, 'grant'), { token, headers: evil }), expired)
  const ofOther = { token: foreign.formToken ?? '', headers: evil }
  t.match(await lucia.send(url, answerOn(own, 'grant'), ofOther), { status: 409, location: undefined })
  const notFound = { status: 400, location: undefined }
  t.match(
    await lucia.send(url, answerOn(foreign, 'grant'), { token }),
    notFound,
    'a question to another user',
  )
  const inAddress = `${url}&_csrf=${token}&${new URLSearchParams(answerOn(own, 'grant'))}`
  t.match(await lucia.open(inAddress), { status: 200, location: undefined }, 'nor does a link')
  t.equal(await grantsOf(pool, client), 0)
})

test('clickjacking: no page of consent may be framed', async (t) => {
  const url = authorizeUrl(await newClient(pool))
  const page = await lucia.open(url)
  const answer = (fields: Fields) => lucia.send(url, fields, { token: page.formToken ?? '' })
  for (const { headers } of [
    page,
    await visitor().open(url),
    await visitor().open('/oauth/authorize'),
    await answer({ question: 'x', answer: 'grant' }),
    await answer(answerOn(page, 'grant')),
  ])
    t.match(headers, {
      'x-frame-options': 'DENY',
      'content-security-policy': /frame-ancestors 'none'/,
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
})

test('a client name that contains ours or a known assistant’s is shown with a warning', async (t) => {
  const ours = /Atención: este nombre se parece al nuestro/
  const known =
    /Atención: este nombre se parece al de \w+, pero assistant\.example no es una dirección conocida/
  for (const name of [
    'eCMR',
    'eCMR Integration Service',
    'E-C-M-R oficial',
    '𝐞𝐂𝐌𝐑',
    'ｅＣＭＲ',
    'e\u200BC\u00ADM\u2060R',
    'é̂C̃M̄R',
    'Soporte de ecmr.example',
  ])
    t.match((await asksFor(name)).text, ours, name)
  for (const name of ['Claude', 'Ｃlau-de (Anthropic)', 'OpenAI ChatGPT', 'Gemini', 'VS Code'])
    t.match((await asksFor(name)).text, known, name)
  for (const [name, warns] of [
    ['Claude Code (ecmr)', false],
    ['eCMR (ecmr)', true],
    ['(eCMR)', true],
    ['Program (ecmr) of ecmr', true],
  ] as const) {
    const { text } = await asksFor(name, 'http://127.0.0.1:49152/callback')
    t.equal(text.includes('Atención'), warns, `${name}, a program that names the server it connects to`)
  }
  t.match((await asksFor('Claude Code (ecmr)')).text, /Atención/, 'a web site has no such excuse')
  for (const name of ['Asistente de transporte', 'Mi programa', 'CMR Helper', '助手'])
    t.notMatch((await asksFor(name)).text, /Atención/, name)
})

test('a client name breaks out of nothing: neither markup, nor lines, nor the direction of text', async (t) => {
  const markup = await asksFor(HOSTILE)
  t.notMatch(markup.html, INJECTED)
  t.ok(markup.text.includes(`«${HOSTILE}»`))
  const turned = await asksFor('Good\u202Eelpmaxe.live\u2066 \u200F\u061Cx')
  t.match(turned.text, '«Good elpmaxe.live x»')
  t.notMatch(turned.html, /[\u202A-\u202E\u2066-\u2069\u200F\u061C]/)
  t.match((await asksFor('\u200B')).text, '«(sin nombre)»')
})

// `accounts` proves which addresses count as registered; here that the pages ask it, and lead nowhere else.
test('redirect tricks: nothing but the very address that was registered is led to', async (t) => {
  const client = await newClient(pool)
  for (const redirect_uri of [
    'https://assistant.example/callback/../evil',
    'https://assistant.example/callback?x=1',
    'https://assistant.example:8443/callback',
    'HTTPS://assistant.example/callback',
    '//assistant.example/callback',
    'https://assistant.example@evil.example/callback',
    'https://evil.example\\@assistant.example/callback',
    'https://аssistant.example/callback',
    ' https://assistant.example/callback',
    'https://assistant.example/callback\r\nLocation: https://evil.example',
    'javascript:alert(1)//assistant.example/callback',
    '/callback',
  ])
    for (const { open } of [visitor(), lucia])
      t.ok(staysHere(await open(authorizeUrl(client, { redirect_uri })), redirect_uri), redirect_uri)
  const zero = `${authorizeUrl(client, { redirect_uri: undefined })}&redirect_uri=${CALLBACK}%00`
  t.match(await visitor().open(zero), { status: 400, location: undefined })

  const program = await newClient(pool, 'Program', ['http://127.0.0.1:1234/callback', 'http://localhost/cb'])
  for (const redirect_uri of ['http://127.0.0.1:5678/callback', 'http://localhost:9/cb'])
    t.equal((await lucia.open(authorizeUrl(program, { redirect_uri }))).status, 200, redirect_uri)
  for (const redirect_uri of ['http://127.0.0.1:5678/other', 'http://localhost:1234/callback'])
    t.ok(staysHere(await lucia.open(authorizeUrl(program, { redirect_uri })), redirect_uri), redirect_uri)
})

test('redirect tricks: the service leads strangers nowhere, whatever they send', async (t) => {
  const evil = 'https://evil.example/'
  const [client, other] = [await newClient(pool), await newClient(pool, 'Other', [evil])]
  const unknown = { id: '00000000-0000-4000-8000-000000000000' }
  for (const url of [
    `/oauth/authorize?redirect_uri=${evil}`,
    `/oauth/authorize?client_id=${evil}&redirect_uri=${evil}`,
    `/oauth/authorize?redirect_uri=${evil}&error=x&state=y`,
    authorizeUrl(client, { redirect_uri: evil }),
    authorizeUrl(client, { redirect_uri: evil, response_type: 'token' }),
    authorizeUrl(client, { redirect_uri: evil, prompt: 'none' }),
    authorizeUrl(unknown, { redirect_uri: evil, scope: 'x' }),
  ])
    t.ok(staysHere(await visitor().open(url), evil), url)
  const login = { status: 303, location: /^\/entrar/ }
  t.match(await visitor().open(authorizeUrl(other, { redirect_uri: evil })), login, 'its own client')
})

test('PKCE downgrade: a request without a valid S256 challenge is never shown to a user', async (t) => {
  const client = await newClient(pool)
  for (const changed of [
    { code_challenge: undefined, code_challenge_method: undefined },
    { code_challenge: undefined },
    { code_challenge: '' },
    { code_challenge_method: undefined },
    { code_challenge_method: '' },
    { code_challenge_method: 'plain' },
    { code_challenge_method: 's256' },
    { code_challenge_method: 'S512' },
    { code_challenge: 'short' },
    { code_challenge: 'A'.repeat(42) },
    { code_challenge: 'A'.repeat(44) },
    { code_challenge: `${'A'.repeat(42)}=` },
    { code_challenge: `${'A'.repeat(42)}+` },
    { code_challenge: `${'A'.repeat(43)}\n` },
  ]) {
    const page = await lucia.open(authorizeUrl(client, changed))
    t.match(parametersOffered(page), { error: 'invalid_request', iss: SITE_URL }, JSON.stringify(changed))
  }
  const { rows } = await pool.query('select from oauth.requests where client_id = $1', [client.id])
  t.equal(rows.length, 0)
})

test('mix-up: every answer to a client says whose it is', async (t) => {
  const client = await newClient(pool)
  for (const answer of ['grant', 'refuse'] as const) {
    const { location = '' } = await answerConsent(lucia, authorizeUrl(client), answer)
    t.ok(location.startsWith(`${CALLBACK}?`))
    t.same(new URL(location).searchParams.getAll('iss'), [SITE_URL])
  }
  const iss = 'https://other.example'
  for (const [by, changed] of [
    [lucia, { prompt: 'none' }],
    [visitor(), { prompt: 'none' }],
    [visitor(), { response_type: 'token' }],
    [visitor(), { code_challenge: undefined }],
    [visitor(), { scope: 'x' }],
    [visitor(), { resource: 'https://other.example/mcp' }],
    [visitor(), { iss, state: `&iss=${iss}`, scope: 'x' }],
  ] as const) {
    const back = offeredBack(await by.open(authorizeUrl(client, changed)))
    t.ok(back.href.startsWith(`${CALLBACK}?`))
    t.same(back.searchParams.getAll('iss'), [SITE_URL])
  }
})

test('open redirect: no link leads to a registered site unless the user chooses it', async (t) => {
  const redirect_uri = 'https://evil.example/login'
  const client = await newClient(pool, 'Phishing', [redirect_uri])
  for (const changed of [
    { prompt: 'none' },
    { scope: 'x' },
    { response_type: 'token' },
    { code_challenge: undefined },
    { resource: 'https://other.example/mcp' },
    { state: 'x'.repeat(7_500) },
  ])
    for (const { open } of [visitor(), lucia]) {
      const page = await open(authorizeUrl(client, { redirect_uri, ...changed }))
      t.equal(page.location, undefined, JSON.stringify(changed))
      if (page.text.includes('Autorizar')) continue
      t.match(page, { status: 400, text: /No se ha dado acceso.*Le devolverá a evil\.example/ })
      t.equal(offeredBack(page).host, 'evil.example')
      t.notMatch(page.html, /http-equiv/i)
    }
})

test('a window is cut off from its opener on all pages but those on the way to a consent', async (t) => {
  const url = authorizeUrl(await newClient(pool))
  const siguiente = encodeURIComponent(url)
  const lucia = await person(haulier)
  const page = await lucia.open(url)
  const open = (path: string) => visitor().open(path)
  const send = (path: string, fields: Fields) => visitor().send(path, fields, { from: '/entrar' })
  const refuse = (token = '') => lucia.send(url, answerOn(page, 'refuse'), { token })
  const login = { email: 'nobody@example.com', password: 'x' }
  for (const [policy, answers] of [
    [
      'unsafe-none',
      [
        page,
        await open(url),
        await open('/oauth/authorize'),
        await refuse('forged'),
        await refuse(page.formToken),
        await open(`/entrar?siguiente=${siguiente}`),
        await lucia.open(`/entrar?siguiente=${siguiente}`),
        await lucia.open(`/idioma/es?siguiente=${siguiente}`),
        await send('/entrar', { siguiente: url, ...login }),
        await send('/salir', { siguiente: url }),
      ],
    ],
    [
      'same-origin',
      [
        await open('/entrar'),
        await open('/entrar?siguiente=/oauth/authorizex'),
        await open('/entrar?siguiente=//oauth/authorize'),
        await open('/entrar?siguiente=https://evil.example/oauth/authorize'),
        await open('/entrar?siguiente=/oauth/authorize/../../cuenta'),
        await open('/entrar?siguiente=/cuenta%3F/oauth/authorize'),
        await open(`/entrar?siguiente=${siguiente}&siguiente=/`),
        await send(`/entrar?siguiente=${siguiente}`, login),
        await send('/salir', {}),
        await open(`/?siguiente=${siguiente}`),
        await lucia.open(`/conectar-ia?siguiente=${siguiente}`),
        await open(`/registro?siguiente=${siguiente}`),
      ],
    ],
  ] as const)
    for (const [nth, { headers }] of answers.entries())
      t.equal(headers['cross-origin-opener-policy'], policy, `${policy} ${nth}`)
})

test('a state reaches the client as it was sent, and breaks out of nothing', async (t) => {
  const client = await newClient(pool)
  for (const state of [
    '&code=stolen&error=no#x',
    'a\r\nSet-Cookie: x=y\r\n\r\n<script>alert(1)</script>',
    '"><script>alert(1)</script>',
    '\u0001\u007F\u2028\u202E',
    'ñ €😀',
    '%00%0d%0a',
  ]) {
    const refused = await visitor().open(authorizeUrl(client, { state, response_type: 'token' }))
    t.same([parametersOffered(refused).state, parametersOffered(refused).code], [state, undefined])
    t.notOk(refused.headers['set-cookie'])
    t.notMatch((await lucia.open(authorizeUrl(client, { state }))).html, INJECTED)
    t.equal(parametersOf(await answerConsent(lucia, authorizeUrl(client, { state }))).state, state)
  }
  t.match(await visitor().open(authorizeUrl(client, { state: 'a\0b' })), { status: 400, location: undefined })
})

test('a redirect URI gets nothing into the content security policy but its scheme or a port', async (t) => {
  const client = await newClient(pool)
  for (const [redirect_uri, source] of [
    [CALLBACK, 'https:'],
    ['https://assistant.example:8443/a;b,c?d=%20*', 'https:'],
    ['http://127.0.0.1:4711/cb', 'http://127.0.0.1:4711 https:'],
    ['http://localhost:4711/cb;script-src', 'http://localhost:4711 https:'],
    ['http://[::1]:4711/cb', 'http: https:'],
    ['cursor://a;b/c,d', 'cursor:'],
    ['https://a;script-src/', 'https:'],
    ["https://a,'unsafe-inline'/", 'https:'],
    ['http://a;script-src/', 'http: https:'],
  ] as const) {
    // Registration rejects some of them; the page does not rely on that.
    await pool.query('update oauth.clients set redirect_uris = $2 where id = $1', [client.id, [redirect_uri]])
    const { status, headers } = await lucia.open(authorizeUrl(client, { redirect_uri }))
    const policy = String(headers['content-security-policy']).split(';')
    const action = policy.filter((directive) => directive.startsWith('form-action'))
    t.same([status, action], [200, [`form-action 'self' ${source}`]], redirect_uri)
    t.equal(policy.length, 9, 'and the other directives stand as they are everywhere')
  }
  t.match((await lucia.open('/conectar-ia')).headers['content-security-policy'], /form-action 'self';/)
})
