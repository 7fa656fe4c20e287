import t, { test } from 'tap'
import { buildTestPanel, SITE_URL } from '../support/panel.js'
import type { Page } from '../support/visit.js'
import {
  answerConsent,
  answerOn,
  authorizeUrl,
  CALLBACK,
  newClient,
  offeredBack,
  told,
  toldIfTaken,
  withPayingCompanies,
} from './connect-client.js'

// Attacks that aim at reading a company's notes without its people's consent.

const shared = await withPayingCompanies(await buildTestPanel(t))
const { pool, visitor, person, haulier } = shared

async function grantsOf(clientId: string): Promise<number> {
  const { rowCount } = await pool.query('select from oauth.grants where client_id = $1', [clientId])
  return rowCount ?? 0
}

/** Says that an answer leads to no other site, and has no link to the one that was tried. */
function staysHere(page: Page, tried: string): boolean {
  return (
    page.status === 400 && page.location === undefined && !page.html.replace(/<footer.*/s, '').includes(tried)
  )
}

test('cross-site consent: a form that another site sends grants nothing', async (t) => {
  const client = await newClient(pool)
  const url = authorizeUrl(client)
  const [lucia, attacker] = [await person(haulier), await person(shared.rival)]
  const own = await lucia.open(url)
  const his = await attacker.open(url)
  const expired = { status: 403, location: undefined, text: /El formulario ha caducado/ }
  const evil = { origin: 'https://evil.example' }
  for (const site of ['cross-site', 'same-site', 'none'])
    t.match(
      await lucia.send(url, answerOn(own, 'grant'), {
        token: own.formToken ?? '',
        headers: { ...evil, 'sec-fetch-site': site },
      }),
      expired,
      site,
    )
  for (const token of ['', his.formToken ?? '', 'forged'])
    t.match(await lucia.send(url, answerOn(own, 'grant'), { token, headers: evil }), expired)
  const his_question = await lucia.send(url, answerOn(his, 'grant'), { token: own.formToken ?? '' })
  t.match(his_question, { status: 400, location: undefined }, 'a question that another user was asked')
  const inAddress = `${url}&_csrf=${own.formToken}&${new URLSearchParams(answerOn(own, 'grant'))}`
  t.match(await lucia.open(inAddress), { status: 200, location: undefined }, 'nor does a link')
  for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x']) {
    const cookie = [...lucia.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { cookie, 'content-type': type }
    const payload = JSON.stringify({ ...answerOn(own, 'grant'), _csrf: own.formToken })
    t.equal((await shared.app.inject({ method: 'POST', url, headers, payload })).statusCode, 415, type)
  }
  t.equal(await grantsOf(client.id), 0)
})

test('clickjacking: no page of consent may be framed', async (t) => {
  const lucia = await person(haulier)
  const client = await newClient(pool)
  const url = authorizeUrl(client)
  const page = await lucia.open(url)
  for (const framed of [
    page,
    await visitor().open(url),
    await visitor().open('/oauth/authorize'),
    await lucia.send(url, { question: 'x', answer: 'grant' }, { token: page.formToken ?? '' }),
    await lucia.send(url, answerOn(page, 'grant'), { token: page.formToken ?? '' }),
  ]) {
    t.match(framed.headers, {
      'x-frame-options': 'DENY',
      'content-security-policy': /frame-ancestors 'none'/,
      'cache-control': 'no-store',
      'cross-origin-resource-policy': 'same-origin',
    })
  }
})

test('a client name that contains ours or a known assistant’s is shown with a warning', async (t) => {
  const lucia = await person(haulier)
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
    t.match(
      (await lucia.open(authorizeUrl(await newClient(pool, name)))).text,
      /Cuidado: ese nombre se parece al nuestro/,
      name,
    )
  for (const name of ['Claude', 'Ｃlau-de (Anthropic)', 'OpenAI ChatGPT', 'Gemini', 'VS Code'])
    t.match(
      (await lucia.open(authorizeUrl(await newClient(pool, name)))).text,
      /Cuidado: ese nombre recuerda a \w+, pero assistant\.example no es una de las direcciones/,
      name,
    )
  const redirect_uri = 'http://127.0.0.1:49152/callback'
  for (const [name, warns] of [
    ['Claude Code (ecmr)', false],
    ['eCMR (ecmr)', true],
    ['(eCMR)', true],
    ['Program (ecmr) of ecmr', true],
  ] as const)
    t.equal(
      (
        await lucia.open(authorizeUrl(await newClient(pool, name, [redirect_uri]), { redirect_uri }))
      ).text.includes('Cuidado'),
      warns,
      `${name}, a program of one’s own computer that names the server it connects to`,
    )
  t.match(
    (await lucia.open(authorizeUrl(await newClient(pool, 'Claude Code (ecmr)')))).text,
    /Cuidado/,
    'a web site has no such excuse',
  )
  for (const name of ['Asistente de transporte', 'Mi programa', 'CMR Helper', '助手'])
    t.notMatch((await lucia.open(authorizeUrl(await newClient(pool, name)))).text, /Cuidado/, name)
})

test('a client name breaks out of nothing: neither markup, nor lines, nor the direction of text', async (t) => {
  const lucia = await person(haulier)
  const url = async (name: string): Promise<string> => authorizeUrl(await newClient(pool, name))
  const markup = await lucia.open(await url(`"><script>alert(1)</script><img src=x onerror=alert(2)>'`))
  t.notMatch(markup.html, /<script>alert|<img src=x/)
  t.match(markup.text, `«"><script>alert(1)</script><img src=x onerror=alert(2)>'»`)
  const turned = await lucia.open(await url('Good\u202Eelpmaxe.live\u2066 \u200F\u061Cx'))
  t.match(turned.text, '«Good elpmaxe.live x»')
  t.notMatch(turned.html, /[\u202A-\u202E\u2066-\u2069\u200F\u061C]/)
  t.match((await lucia.open(await url('\u200B'))).text, '«(sin nombre)»')
})

test('redirect tricks: nothing but the very address that was registered is led to', async (t) => {
  const client = await newClient(pool)
  const lucia = await person(haulier)
  for (const uri of [
    'https://assistant.example/callback/',
    'https://assistant.example/callback/../evil',
    'https://assistant.example/callback/..%2fevil',
    'https://assistant.example/Callback',
    'https://assistant.example/%63allback',
    'https://assistant.example//callback',
    'https://assistant.example/callback;x',
    'https://assistant.example/callback?x=1',
    'https://assistant.example/callback?',
    'https://assistant.example/callback#',
    'https://assistant.example/callback#x',
    'https://assistant.example:443/callback',
    'https://assistant.example:8443/callback',
    'https://assistant.example./callback',
    'https://ASSISTANT.example/callback',
    'HTTPS://assistant.example/callback',
    'http://assistant.example/callback',
    'https:assistant.example/callback',
    'https:/\\assistant.example/callback',
    '//assistant.example/callback',
    'https://evil@assistant.example/callback',
    'https://assistant.example@evil.example/callback',
    'https://assistant.example%2f@evil.example/callback',
    'https://assistant.example.evil.example/callback',
    'https://evil.example/https://assistant.example/callback',
    'https://evil.example\\@assistant.example/callback',
    'https://sub.assistant.example/callback',
    'https://аssistant.example/callback',
    ' https://assistant.example/callback',
    'https://assistant.example/callback ',
    'https://assistant.example/call\tback',
    'https://assistant.example/callback\r\nLocation: https://evil.example',
    'javascript:alert(1)//assistant.example/callback',
    'data:text/html,x',
    'cursor://assistant.example/callback',
    '/callback',
  ]) {
    for (const open of [visitor().open, lucia.open])
      t.ok(staysHere(await open(authorizeUrl(client, { redirect_uri: uri })), uri), uri)
  }
  const zero = await visitor().open(
    `${authorizeUrl(client, { redirect_uri: undefined })}&redirect_uri=https://assistant.example/callback%00`,
  )
  t.match(zero, { status: 400, location: undefined })
})

test('redirect tricks: on a computer of one’s own the port may differ, and nothing else', async (t) => {
  const client = await newClient(pool, 'Program', ['http://127.0.0.1:1234/callback', 'http://localhost/cb'])
  const lucia = await person(haulier)
  for (const redirect_uri of [
    'http://127.0.0.1:5678/callback',
    'http://127.0.0.1/callback',
    'http://localhost:9/cb',
  ])
    t.equal((await lucia.open(authorizeUrl(client, { redirect_uri }))).status, 200, redirect_uri)
  for (const uri of [
    'http://127.0.0.1:5678/other',
    'http://127.0.0.1:5678/callback?x',
    'https://127.0.0.1:5678/callback',
    'http://localhost:1234/callback',
    'http://127.0.0.1.evil.example:1234/callback',
    'http://127.0.0.1:1234@evil.example/callback',
    'http://127.0.0.1:@evil.example/callback',
    'http://127.0.0.1:99999/callback',
    'http://127.1:1234/callback',
    'http://0x7f000001:1234/callback',
    'http://2130706433:1234/callback',
    'http://[::1]:1234/callback',
    'http://[::ffff:127.0.0.1]:1234/callback',
    'http://localhost.:9/cb',
  ])
    t.ok(staysHere(await lucia.open(authorizeUrl(client, { redirect_uri: uri })), uri), uri)
})

test('redirect tricks: the service leads strangers nowhere, whatever they send', async (t) => {
  const evil = 'https://evil.example/'
  const client = await newClient(pool)
  for (const url of [
    `/oauth/authorize?redirect_uri=${evil}`,
    `/oauth/authorize?client_id=${evil}&redirect_uri=${evil}`,
    `/oauth/authorize?redirect_uri=${evil}&error=x&state=y`,
    authorizeUrl(client, { redirect_uri: evil }),
    authorizeUrl(client, { redirect_uri: evil, response_type: 'token' }),
    authorizeUrl(client, { redirect_uri: evil, prompt: 'none' }),
    authorizeUrl({ id: '00000000-0000-4000-8000-000000000000' }, { redirect_uri: evil, scope: 'x' }),
  ])
    t.ok(staysHere(await visitor().open(url), evil), url)
  const other = await newClient(pool, 'Other', [evil])
  t.ok(
    staysHere(await visitor().open(authorizeUrl(client, { redirect_uri: evil })), evil),
    'another client’s',
  )
  t.match(await visitor().open(authorizeUrl(other, { redirect_uri: evil })), {
    status: 303,
    location: /^\/entrar/,
  })
})

test('PKCE downgrade: a request without a valid S256 challenge is never shown to a user', async (t) => {
  const client = await newClient(pool)
  const lucia = await person(haulier)
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
    t.match(toldIfTaken(page), { error: 'invalid_request', iss: SITE_URL }, JSON.stringify(changed))
  }
  const { rows } = await pool.query('select from oauth.requests where client_id = $1', [client.id])
  t.equal(rows.length, 0)
})

test('mix-up: every answer to a client says whose it is', async (t) => {
  const client = await newClient(pool)
  const lucia = await person(haulier)
  for (const page of [
    await answerConsent(lucia, authorizeUrl(client)),
    await answerConsent(lucia, authorizeUrl(client), 'refuse'),
  ]) {
    t.equal(page.status, 303)
    t.ok(page.location?.startsWith(`${CALLBACK}?`))
    t.same(new URL(page.location ?? '').searchParams.getAll('iss'), [SITE_URL])
  }
  for (const page of [
    await lucia.open(authorizeUrl(client, { prompt: 'none' })),
    await visitor().open(authorizeUrl(client, { prompt: 'none' })),
    await visitor().open(authorizeUrl(client, { response_type: 'token' })),
    await visitor().open(authorizeUrl(client, { code_challenge: undefined })),
    await visitor().open(authorizeUrl(client, { scope: 'x' })),
    await visitor().open(authorizeUrl(client, { resource: 'https://other.example/mcp' })),
    await visitor().open(
      authorizeUrl(client, {
        iss: 'https://other.example',
        state: '&iss=https://other.example',
        scope: 'x',
      }),
    ),
  ]) {
    t.ok(offeredBack(page).href.startsWith(`${CALLBACK}?`))
    t.same(offeredBack(page).searchParams.getAll('iss'), [SITE_URL])
  }
})

test('open redirect: no link leads to a registered site unless the user chooses it', async (t) => {
  const evil = 'https://evil.example/login'
  const client = await newClient(pool, 'Phishing', [evil])
  const lucia = await person(haulier)
  for (const changed of [
    { prompt: 'none' },
    { scope: 'x' },
    { response_type: 'token' },
    { code_challenge: undefined },
    { resource: 'https://other.example/mcp' },
    { state: 'x'.repeat(7_500) },
  ])
    for (const open of [visitor().open, lucia.open]) {
      const page = await open(authorizeUrl(client, { redirect_uri: evil, ...changed }))
      t.equal(page.location, undefined, JSON.stringify(changed))
      if (page.text.includes('Autorizar')) continue
      t.match(page, { status: 400, text: /Nadie ha recibido acceso.*Le devuelve a evil\.example/ })
      t.equal(offeredBack(page).host, 'evil.example')
      t.notMatch(page.html, /http-equiv/i)
    }
})

test('a window is cut off from its opener on all pages but those on the way to a consent', async (t) => {
  const url = authorizeUrl(await newClient(pool))
  const siguiente = encodeURIComponent(url)
  const lucia = await person(haulier)
  const page = await lucia.open(url)
  const send = (path: string, fields: Readonly<Record<string, string>>) =>
    visitor().send(path, fields, { from: '/entrar' })
  for (const [policy, answered] of [
    ['unsafe-none', page],
    ['unsafe-none', await visitor().open(url)],
    ['unsafe-none', await visitor().open('/oauth/authorize')],
    ['unsafe-none', await lucia.send(url, answerOn(page, 'refuse'), { token: 'forged' })],
    ['unsafe-none', await lucia.send(url, answerOn(page, 'refuse'), { token: page.formToken ?? '' })],
    ['unsafe-none', await visitor().open(`/entrar?siguiente=${siguiente}`)],
    ['unsafe-none', await lucia.open(`/entrar?siguiente=${siguiente}`)],
    ['unsafe-none', await lucia.open(`/idioma/es?siguiente=${siguiente}`)],
    ['unsafe-none', await send('/entrar', { siguiente: url, email: 'nobody@example.com', password: 'x' })],
    ['unsafe-none', await send('/salir', { siguiente: url })],
    ['same-origin', await visitor().open('/entrar')],
    ['same-origin', await visitor().open('/entrar?siguiente=/oauth/authorizex')],
    ['same-origin', await visitor().open('/entrar?siguiente=//oauth/authorize')],
    ['same-origin', await visitor().open('/entrar?siguiente=https://evil.example/oauth/authorize')],
    ['same-origin', await visitor().open('/entrar?siguiente=/oauth/authorize/../../cuenta')],
    ['same-origin', await visitor().open('/entrar?siguiente=/cuenta%3F/oauth/authorize')],
    ['same-origin', await visitor().open(`/entrar?siguiente=${siguiente}&siguiente=/`)],
    [
      'same-origin',
      await send(`/entrar?siguiente=${siguiente}`, { email: 'nobody@example.com', password: 'x' }),
    ],
    ['same-origin', await send('/salir', {})],
    ['same-origin', await visitor().open(`/?siguiente=${siguiente}`)],
    ['same-origin', await lucia.open(`/conectar-ia?siguiente=${siguiente}`)],
    ['same-origin', await visitor().open(`/registro?siguiente=${siguiente}`)],
  ] as const)
    t.equal(
      answered.headers['cross-origin-opener-policy'],
      policy,
      answered.location ?? answered.text.slice(0, 60),
    )
})

test('a state reaches the client as it was sent, and breaks out of nothing', async (t) => {
  const client = await newClient(pool)
  const lucia = await person(haulier)
  for (const state of [
    '&code=stolen&error=no#x',
    'a\r\nSet-Cookie: x=y\r\n\r\n<script>alert(1)</script>',
    '"><script>alert(1)</script>',
    '\u0001\u007F\u2028\u202E',
    'ñ €😀',
    '%00%0d%0a',
  ]) {
    const refused = await visitor().open(authorizeUrl(client, { state, response_type: 'token' }))
    t.same([toldIfTaken(refused).state, toldIfTaken(refused).code], [state, undefined])
    t.notOk(refused.headers['set-cookie'])
    const page = await lucia.open(authorizeUrl(client, { state }))
    t.notMatch(page.html, /<script>alert/)
    t.equal(told(await answerConsent(lucia, authorizeUrl(client, { state }))).state, state)
  }
  t.match(await visitor().open(authorizeUrl(client, { state: 'a\0b' })), { status: 400, location: undefined })
})

test('a redirect URI gets nothing into the content security policy but its scheme or a port', async (t) => {
  const lucia = await person(haulier)
  const client = await newClient(pool)
  for (const [uri, source] of [
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
    await pool.query('update oauth.clients set redirect_uris = $2 where id = $1', [client.id, [uri]])
    const page = await lucia.open(authorizeUrl(client, { redirect_uri: uri }))
    t.equal(page.status, 200, uri)
    const policy = String(page.headers['content-security-policy']).split(';')
    t.same(
      policy.filter((directive) => directive.startsWith('form-action')),
      [`form-action 'self' ${source}`],
    )
    t.equal(policy.length, 9, 'and the other directives stand as they are everywhere')
  }
  const elsewhere = await lucia.open('/conectar-ia')
  t.match(elsewhere.headers['content-security-policy'], /form-action 'self';/)
})
