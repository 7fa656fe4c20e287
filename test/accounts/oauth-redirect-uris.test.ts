import { isRegisteredRedirectUri, redirectTarget, redirectUriFault } from '@ecmr/accounts/oauth'
import fc from 'fast-check'
import t from 'tap'

const GOOD = [
  'https://assistant.example/callback',
  'https://assistant.example',
  'https://assistant.example?from=ecmr',
  'https://assistant.example:8443/a/b?c=d&e=%20f',
  'https://xn--espaa-rta.example/cb',
  'https://192.0.2.1/cb',
  'https://localhost.evil.example/cb',
  'http://127.0.0.1/cb',
  'http://127.0.0.1:33418/',
  'http://127.0.0.1:33418',
  'http://[::1]:3000/cb?x=1',
  'http://localhost:8787/callback',
  'com.example.app:/callback',
  'com.example.app://auth/callback',
  'cursor://anysphere.cursor-mcp/oauth/callback',
  'vscode://vscode.github-authentication/did-authenticate',
  'vscode-insiders://publisher.extension/callback',
]

const BAD: Readonly<Record<string, readonly string[]>> = {
  'at most 2000 characters': [`https://assistant.example/${'a'.repeat(2_000)}`],
  'characters of RFC 3986': [
    'https://assistant.example/a b',
    'https://assistant.example/\n',
    'ht\ttps://assistant.example/',
    'https://assistant.example\u0000/',
    'https://assistant.example\\@evil.example/',
    'https://español.example/cb',
    'https://assistant。example/',
    'https://assistant.example/%zz',
  ],
  fragment: ['https://assistant.example/#', 'https://assistant.example/cb#x', 'com.example.app:/cb#x'],
  wildcard: ['https://*.example.com/cb', 'https://assistant.example/*', 'http://localhost:*/cb'],
  absolute: ['', '/callback', '//evil.example/cb', 'https:', 'https://', 'http://:80/', '127.0.0.1:80/cb'],
  'no user name': [
    'https://user@evil.example/cb',
    'https://user:secret@evil.example/cb',
    'http://localhost:80@evil.example/',
    'com.example.app://user@host/cb',
  ],
  'http is on': [
    'http://assistant.example/cb',
    'http://localhost.evil.example/cb',
    'http://127.0.0.1.evil.example/cb',
    'http://127.0.0.2/cb',
    'http://[::]/cb',
    'http://localhost./cb',
    'http://evil.example:80/localhost',
  ],
  'own scheme': [
    'javascript:alert(1)',
    'javascript://assistant.example/%0Aalert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'blob:https://assistant.example/x',
    'ftp://assistant.example/',
    'myapp://callback',
    'localhost:3000/cb',
    'example.com:8080/cb',
    'com.example.app:callback',
    'com.example.app:',
    'com.example.app://',
    'com.example.app:///callback',
    'cursor:callback',
    'cursor:///callback',
    'view-source:https://assistant.example/',
  ],
  'written as it is read': [
    'https:/evil.example/cb',
    'https:evil.example/cb',
    'https:///evil.example/cb',
    'https://@evil.example/',
    'HTTPS://assistant.example/cb',
    'https://ev%69l.example/cb',
    'https://assistant.example:443/cb',
    'https://assistant.example/a/../b',
    'https://assistant.example/a/%2e%2e/b',
    'http://127.1/cb',
    'http://2130706433/cb',
    'http://[0:0:0:0:0:0:0:1]/cb',
    'http://LOCALHOST:3000/cb',
  ],
}

t.test('https, loopback addresses and the schemes of apps can be registered', async (t) => {
  const longest = `https://assistant.example/${'a'.repeat(1_974)}`
  for (const uri of [...GOOD, longest]) t.equal(redirectUriFault(uri), undefined, uri)
})

t.test(
  'all else is refused with a sentence that fits into error_description (RFC 6749, section 5.2)',
  async (t) => {
    for (const [why, uris] of Object.entries(BAD))
      for (const uri of uris) {
        const fault = redirectUriFault(uri) ?? 'nothing'
        t.match(fault, why, JSON.stringify(uri).slice(0, 80))
        t.match(fault, /^[\x20-\x21\x23-\x5b\x5d-\x7e]+\.?$/)
      }
    t.match(
      redirectUriFault('https:/evil.example/cb'),
      /: https:\/\/evil\.example\/cb$/,
      'with how it was parsed',
    )
  },
)

t.test('only the very URI that was registered leads back', async (t) => {
  const registered = ['https://assistant.example/callback', 'com.example.app:/callback', 'http://[::1]:80/cb']
  for (const uri of registered) t.equal(isRegisteredRedirectUri(registered, uri), true, uri)
  for (const uri of [
    'https://assistant.example/callback/',
    'https://assistant.example/callback?x=1',
    'https://assistant.example/Callback',
    'https://assistant.example/callback/../callback',
    'https://assistant.example:8443/callback',
    'https://assistant.example:443/callback',
    'http://assistant.example/callback',
    'https://www.assistant.example/callback',
    'https://assistant.example.evil.example/callback',
    'https://user@assistant.example/callback',
    'https://assistant.example/callback#x',
    'com.example.app:/other',
    'com.example.other:/callback',
    '',
  ])
    t.equal(isRegisteredRedirectUri(registered, uri), false, uri)
  t.equal(isRegisteredRedirectUri([], 'https://assistant.example/callback'), false)
})

t.test('on a loopback host the port may be another, and nothing else', async (t) => {
  const registered = ['http://127.0.0.1:1234/cb?x=1', 'http://localhost/cb', 'http://[::1]']
  for (const uri of [
    'http://127.0.0.1:65535/cb?x=1',
    'http://127.0.0.1/cb?x=1',
    'http://localhost:8787/cb',
    'http://[::1]:9000',
  ])
    t.equal(isRegisteredRedirectUri(registered, uri), true, uri)
  for (const uri of [
    'http://127.0.0.1:65536/cb?x=1',
    'http://127.0.0.1:0080/cb?x=1',
    'http://127.0.0.1:1234/cb',
    'http://127.0.0.1:1234/cb?x=2',
    'http://127.0.0.1:1234/other?x=1',
    'https://127.0.0.1:1234/cb?x=1',
    'http://127.0.0.1:1@evil.example/cb?x=1',
    'http://127.0.0.1:1.evil.example/cb?x=1',
    'http://127.0.0.1.evil.example/cb?x=1',
    'http://127.0.0.2:1234/cb?x=1',
    'http://localhost:8787/cb#x',
    'http://localhost:/cb',
    'http://localhost:+1/cb',
    'http://localhost.evil.example:8787/cb',
    'http://127.0.0.1:8787/cb',
    'http://LOCALHOST:8787/cb',
    'http://[::1]:9000/',
    'http://[::1]:9000.evil.example',
  ])
    t.equal(isRegisteredRedirectUri(registered, uri), false, uri)
})

t.test('a user sees the host or the app that they will be redirected to', async (t) => {
  for (const [uri, target] of [
    ['https://assistant.example/callback?x=1', 'assistant.example'],
    ['https://assistant.example:8443/', 'assistant.example:8443'],
    ['http://[::1]:3000/cb', '[::1]:3000'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'cursor:'],
    ['com.example.app:/callback', 'com.example.app:'],
  ] as const)
    t.equal(redirectTarget(uri), target)
})

const PIECES =
  'https: http: HTTP: javascript: cursor: com.example.app: / // \\ @ : ? # %2e %00 .. . * 127.0.0.1 [::1] localhost ' +
  'evil.example 443 80 8787 cb ñ user [ ] \t'

/** Texts near the border between good and bad: pieces of addresses, put together at random. */
const pieces = fc
  .array(fc.constantFrom(' ', ...PIECES.split(' ')), { maxLength: 9 })
  .map((all) => all.join(''))

t.test(
  'whatever passes is read as it is written, and leads to https, to this computer or to an app',
  async (t) => {
    let passed = 0
    fc.assert(
      fc.property(fc.oneof(pieces, fc.webUrl(), fc.string()), (uri) => {
        if (redirectUriFault(uri) !== undefined) return true
        passed += 1
        const url = new URL(uri)
        const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
        const isNear = ['127.0.0.1', '[::1]', 'localhost'].includes(url.hostname)
        return (
          (uri === url.href || (isWeb && url.pathname === '/')) &&
          !/[#*@\\\s]/.test(url.origin + url.hash) &&
          url.username + url.password + url.hash === '' &&
          (url.protocol !== 'http:' || isNear) &&
          (isWeb || /^(com\.example\.app|cursor):$/.test(url.protocol) || url.protocol.includes('.')) &&
          isRegisteredRedirectUri([uri], uri)
        )
      }),
      { numRuns: 3_000 },
    )
    t.ok(passed > 100, `${passed} have passed`)
  },
)

t.test('whatever counts as registered goes where the registered one goes, but for the port', async (t) => {
  const registered = [
    'https://assistant.example/cb',
    'http://127.0.0.1/cb',
    'http://localhost:80/cb',
    'http://[::1]:1/cb',
  ]
  const ends = fc.tuple(fc.constantFrom(...registered), pieces, pieces).map(([uri, a, b]) => {
    const at = uri.indexOf('/cb')
    return `${uri.slice(0, at)}${a}${uri.slice(at)}${b}`
  })
  fc.assert(
    fc.property(fc.oneof(pieces, ends), (uri) => {
      if (!isRegisteredRedirectUri(registered, uri)) return true
      const { protocol, hostname, pathname, search, hash, username } = new URL(uri)
      return registered.some((one) => {
        const url = new URL(one)
        return (
          url.protocol === protocol &&
          url.hostname === hostname &&
          url.pathname === pathname &&
          url.search + url.hash + url.username === search + hash + username
        )
      })
    }),
    { numRuns: 3_000 },
  )
  t.pass('none went anywhere else')
})
