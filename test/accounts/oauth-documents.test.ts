import { type ClientDocument, clientDocuments, type FetchedDocument } from '@ecmr/accounts/oauth'
import t from 'tap'

const URL_OF_IT = 'https://assistant.example/oauth/client.json'
const GOOD = {
  client_id: URL_OF_IT,
  client_name: 'Assistant',
  redirect_uris: ['http://127.0.0.1/callback'],
  token_endpoint_auth_method: 'none',
}

function answered(said: unknown, changed: Partial<Extract<FetchedDocument, { kind: 'answered' }>> = {}) {
  const body = typeof said === 'string' ? said : JSON.stringify(said)
  const headers = { contentType: 'application/json', cacheControl: undefined }
  return { kind: 'answered', status: 200, ...headers, body, ...changed } as const
}

const readOf = (answer: FetchedDocument, url = URL_OF_IT): Promise<ClientDocument> =>
  clientDocuments(async () => answer).read(url)

t.test('a client is what its document says', async (t) => {
  const client = { name: 'Assistant', redirect_uris: ['http://127.0.0.1/callback'], auth_method: 'none' }
  t.match(await readOf(answered(GOOD)), { ok: true, client })
  const { token_endpoint_auth_method: _, ...unsaid } = GOOD
  t.match(await readOf(answered(unsaid)), { ok: true, client }, 'nothing else is possible')
  const contentType = 'application/client+json; charset=utf-8'
  t.match(await readOf(answered({ ...GOOD, logo_uri: 'https://a.example/l.svg' }, { contentType })), {
    ok: true,
  })
})

t.test('a document that is not good is refused with what is wrong', async (t) => {
  for (const [fault, answer] of [
    ['unreachable', { kind: 'failed', reason: 'unreachable' }],
    ['timeout', { kind: 'failed', reason: 'timeout' }],
    ['too_large', { kind: 'failed', reason: 'too_large' }],
    ['redirect', answered(GOOD, { status: 302 })],
    ['redirect', answered(GOOD, { status: 304 })],
    ['status', answered(GOOD, { status: 404 })],
    ['status', answered(GOOD, { status: 203 })],
    ['not_json', answered(GOOD, { contentType: 'text/html' })],
    ['not_json', answered(GOOD, { contentType: undefined })],
    ['not_json', answered('{')],
    ['not_json', answered([GOOD])],
    ['other_client', answered({ ...GOOD, client_id: 'https://assistant.example/oauth/Client.json' })],
    ['other_client', answered({ ...GOOD, client_id: undefined })],
    ['secret', answered({ ...GOOD, client_secret: 'x' })],
    ['secret', answered({ ...GOOD, client_secret_expires_at: 0 })],
    ['secret', answered({ ...GOOD, token_endpoint_auth_method: 'client_secret_post' })],
    ['metadata', answered({ ...GOOD, token_endpoint_auth_method: 'private_key_jwt' })],
    ['metadata', answered({ ...GOOD, redirect_uris: [] })],
    ['metadata', answered({ ...GOOD, redirect_uris: ['javascript:alert(1)'] })],
    ['metadata', answered({ ...GOOD, grant_types: ['client_credentials'] })],
  ] as const)
    t.match(await readOf(answer), { ok: false, fault, detail: /\.$/ }, JSON.stringify(answer))
})

t.test('an address that can be read in two ways is not asked', async (t) => {
  const documents = clientDocuments(async (url) => {
    t.fail(`it asked ${url}`)
    return answered(GOOD)
  })
  for (const url of [
    'http://assistant.example/c',
    'https://assistant.example',
    'https://assistant.example/',
    'https://assistant.example/a/../c',
    'https://assistant.example/a/%2e%2e/c',
    'https://Assistant.example/c',
    'https://assistant.example:443/c',
    'https://user@assistant.example/c',
    'https://user:pass@assistant.example/c',
    'https://assistant.example/c#here',
    'https://assistant.example/c#',
    'https://assistant.example/ñ',
    `https://assistant.example/${'c'.repeat(1_000)}`,
    'https://',
  ])
    t.match(await documents.read(url), { ok: false, fault: 'address' }, url)
})

t.test('documents are remembered as their headers permit, and failures are not', async (t) => {
  let [questions, now] = [0, 1]
  const reads = async (cacheControl: string | undefined, afterMs: number, status = 200): Promise<number> => {
    questions = 0
    const documents = clientDocuments(
      async () => {
        questions += 1
        return answered(GOOD, { cacheControl, status })
      },
      () => now,
    )
    await documents.read(URL_OF_IT)
    now += afterMs
    await documents.read(URL_OF_IT)
    return questions
  }
  for (const [said, seconds] of [
    ['max-age=60', 60],
    ['public, max-age=60', 60],
    ['max-age=1, s-maxage=60', 60],
    [undefined, 300],
    ['public', 300],
    ['max-age=99999999999', 86_400],
  ] as const) {
    t.equal(await reads(said, seconds * 1_000), 1, String(said))
    t.equal(await reads(said, seconds * 1_000 + 1), 2, String(said))
  }
  for (const said of ['no-store', 'private, no-cache', 'max-age=0', 'max-age=60, no-store'])
    t.equal(await reads(said, 0), 2, said)
  t.equal(await reads('max-age=60', 0, 500), 2)
})

t.test('one address is asked once at a time, and eight at once', async (t) => {
  const release: (() => void)[] = []
  const documents = clientDocuments(
    (url) =>
      new Promise((resolve) => void release.push(() => resolve(answered({ ...GOOD, client_id: url })))),
  )
  const urls = Array.from({ length: 8 }, (_, index) => `${URL_OF_IT}?${index}`)
  const waiting = [...urls, ...urls].map((url) => documents.read(url))
  t.equal(release.length, 8)
  t.match(await documents.read(URL_OF_IT), { ok: false, fault: 'busy' })
  for (const answer of release) answer()
  for (const read of await Promise.all(waiting)) t.equal(read.ok, true)
  release.length = 0
  const next = documents.read(URL_OF_IT)
  for (const answer of release) answer()
  t.match(await next, { ok: true }, 'and again when they are done')
})
