import fc from 'fast-check'
import t from 'tap'
import { buildTestMcp, registeredClient } from '../support/mcp.js'
import { agree, ask, FORM, post, redeeming, signedInAt } from './oauth-caller.js'

// Requests of any kind, valid, mutated and hostile, at every OAuth address. None may cause a server error,
// and every refusal has the form that OAuth requires.

const ROUNDS = 250
const AT_ONCE = 5

const mcp = await buildTestMcp(t)
const client = await registeredClient(mcp.pool, 'Assistant')
const lucia = await signedInAt(mcp, mcp.haulier)
const agreed = redeeming(await agree(mcp, lucia, client))

const oneOf = (words: string) => fc.constantFrom(...words.split(' '))
const odd = ['', '\u0000', '\ufffd', '💥', "'; drop table x; --", '__proto__', 'x'.repeat(5_000), '%zz']
const oddText = fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom(...odd))
const mostly = <T>(usual: T, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })

const names = fc.constantFrom(
  ...Object.keys(agreed),
  'refresh_token',
  'token',
  'client_secret',
  'scope',
  'resource',
)
const values = fc.constantFrom(...Object.values(agreed), 'refresh_token', 'https://ecmr.example')
const fields = fc
  .array(fc.tuple(fc.oneof(names, oddText), fc.oneof(values, oddText)), { maxLength: 6 })
  .map((pairs) => new URLSearchParams([...Object.entries(agreed).slice(0, 2), ...pairs]).toString())

const members = oneOf('client_name grant_types scope client_uri software_id token_endpoint_auth_method')
const metadata = fc
  .dictionary(fc.oneof(members, oddText), fc.oneof(oddText, fc.jsonValue({ maxDepth: 3 })), {
    maxKeys: 5,
    noNullPrototype: true,
  })
  .chain((others) => {
    const wrong = fc.oneof(fc.jsonValue(), fc.array(fc.webUrl(), { maxLength: 12 }))
    return mostly<unknown>(['https://a.example/'], wrong).map((redirect_uris) =>
      JSON.stringify({ ...others, redirect_uris }),
    )
  })

const large = ['['.repeat(20_000), 'x'.repeat(70_000)]
const broken = fc.constantFrom('{', '[', '"', '&&&=', '%', '%ff=%00', ...large, '\ufeff{}', 'null')
const printable = fc.constantFrom(...' !"#$%&\'()*+,-./09:;<=>?@AZ[]^_`az{|}~')
const headerText = fc.string({ unit: printable, maxLength: 40 })
const credentials = fc
  .string({ unit: 'binary', maxLength: 20 })
  .map((text) => `Basic ${Buffer.from(text).toString('base64')}`)
const proofs = fc.constantFrom(
  `Basic ${btoa(`${client.id}:x`)}`,
  `Basic ${btoa('%00:%00')}`,
  'Bearer x',
  'Basic',
)
const types = fc.constantFrom(FORM, 'application/json', 'text/plain', '')

const headers = (type: string) =>
  fc.record(
    {
      'content-type': mostly(type, fc.oneof(types, headerText)),
      authorization: fc.oneof(headerText, credentials, proofs),
      origin: headerText,
      host: mostly(
        'ecmr.example',
        headerText.filter((text) => text.trim() !== ''),
      ),
      accept: headerText,
      'mcp-protocol-version': headerText,
    },
    { requiredKeys: ['content-type'] },
  )

const request = oneOf('/oauth/token /oauth/revoke /oauth/register /.well-known/x').chain((url) => {
  const isForm = url !== '/oauth/register'
  const usual = { weight: 4, arbitrary: isForm ? fields : metadata }
  return fc.record({
    url: mostly(
      url,
      fc.webQueryParameters().map((query) => `${url}?${query}`),
    ),
    method: mostly<'POST' | 'GET'>('POST', fc.constant('GET')),
    payload: fc.oneof(usual, { weight: 1, arbitrary: broken }),
    headers: headers(isForm ? FORM : 'application/json'),
  })
})

t.test('no request is answered with a server error, or in another form', async (t) => {
  const seen = new Map<number, number>()
  const property = fc.asyncProperty(
    fc.array(request, { minLength: 1, maxLength: AT_ONCE }),
    async (batch) => {
      await Promise.all(
        batch.map(async ({ url, method, payload, headers: sent }) => {
          const { status, json, text } = await ask(mcp.app, {
            method,
            url,
            headers: sent,
            ...(method === 'POST' && { payload }),
          })
          seen.set(status, (seen.get(status) ?? 0) + 1)
          if (status >= 500 || (status >= 400 && !isOauthError(json))) throw new Error(`${status} ${text}`)
        }),
      )
    },
  )
  await fc.assert(property, { numRuns: ROUNDS })
  t.comment(JSON.stringify([...seen]))
  for (const status of [201, 400, 401, 404, 405, 415]) t.ok(seen.has(status), `some were answered ${status}`)
  const { status } = await post(mcp.app, '/oauth/token', redeeming(await agree(mcp, lucia, client)))
  t.equal(status, 200, 'the service still works')
})

/** RFC 6749, section 5.2: these two members, and of ASCII neither quotes nor backslashes. */
function isOauthError(json: Readonly<Record<string, unknown>>): boolean {
  const { error, error_description, ...others } = json
  if (typeof error !== 'string' || typeof error_description !== 'string') return false
  const isText = /^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/.test(error_description)
  return isText && Object.keys(others).length === 0
}
