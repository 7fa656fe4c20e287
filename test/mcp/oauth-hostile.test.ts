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

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom('', '\u0000', '\ufffd', '💥', "'; drop table x; --", '__proto__', 'x'.repeat(5_000), '%zz'),
)
const mostly = <T>(usual: T, odd: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 6, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })

const fields = fc
  .array(
    fc.tuple(
      fc.oneof(
        fc.constantFrom(
          ...Object.keys(agreed),
          'refresh_token',
          'token',
          'client_secret',
          'scope',
          'resource',
        ),
        oddText,
      ),
      fc.oneof(fc.constantFrom(...Object.values(agreed), 'refresh_token', 'https://ecmr.example'), oddText),
    ),
    { maxLength: 6 },
  )
  .map((pairs) => new URLSearchParams([...Object.entries(agreed).slice(0, 2), ...pairs]).toString())

const metadata = fc
  .dictionary(
    fc.oneof(
      fc.constantFrom(
        'client_name',
        'grant_types',
        'scope',
        'client_uri',
        'software_id',
        'token_endpoint_auth_method',
      ),
      oddText,
    ),
    fc.oneof(oddText, fc.jsonValue({ maxDepth: 3 })),
    { maxKeys: 5, noNullPrototype: true },
  )
  .chain((others) =>
    mostly<unknown>(
      ['https://a.example/'],
      fc.oneof(fc.jsonValue(), fc.array(fc.webUrl(), { maxLength: 12 })),
    ).map((redirect_uris) => JSON.stringify({ ...others, redirect_uris })),
  )

const broken = fc.constantFrom(
  '{',
  '[',
  '"',
  '&&&=',
  '%',
  '%ff=%00',
  '['.repeat(20_000),
  'x'.repeat(70_000),
  '\ufeff{}',
  'null',
)
const headerText = fc.string({
  unit: fc.constantFrom(...' !"#$%&\'()*+,-./09:;<=>?@AZ[]^_`az{|}~'),
  maxLength: 40,
})

const headers = (type: string) =>
  fc.record(
    {
      'content-type': mostly(
        type,
        fc.oneof(fc.constantFrom(FORM, 'application/json', 'text/plain', ''), headerText),
      ),
      authorization: fc.oneof(
        headerText,
        fc
          .string({ unit: 'binary', maxLength: 20 })
          .map((text) => `Basic ${Buffer.from(text).toString('base64')}`),
        fc.constantFrom(`Basic ${btoa(`${client.id}:x`)}`, `Basic ${btoa('%00:%00')}`, 'Bearer x', 'Basic'),
      ),
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

const request = fc
  .constantFrom('/oauth/token', '/oauth/revoke', '/oauth/register', '/.well-known/x')
  .chain((url) => {
    const isForm = url !== '/oauth/register'
    return fc.record({
      url: mostly(
        url,
        fc.webQueryParameters().map((query) => `${url}?${query}`),
      ),
      method: mostly<'POST' | 'GET'>('POST', fc.constant('GET')),
      payload: fc.oneof(
        { weight: 4, arbitrary: isForm ? fields : metadata },
        { weight: 1, arbitrary: broken },
      ),
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
