import { createExample, updateExample } from '@ecmr/contract'
import { fieldNames } from '@ecmr/domain'
import fc from 'fast-check'
import t from 'tap'
import { type Answer, buildTestApi } from '../support/api.js'
import { describedBy } from '../support/openapi.js'

// Thousands of requests, valid, mutated and hostile, over every route. Whatever comes, the service answers, it is never
// the service's fault, and the answer is one that the OpenAPI document describes.
const REQUESTS_AT_ONCE = 10
const ROUNDS = 600
const LONGEST_ANSWER_MS = 10_000

const api = await buildTestApi(t)
const { operations, contradictions } = await describedBy(api)
const note = await api.haulier.create()

const wellFormed = (text: string) => text.replace(/\p{Surrogate}/gu, '')

const oddText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '\ud800',
    '../..',
    '%00',
    "'; drop table x; --",
    '{{7*7}}',
    '💥',
    '-0',
    'null',
    '1e999',
  ),
)
const anId = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(note.id, note.ecmr_number, note.id.toUpperCase()) },
  fc.uuid(),
  oddText,
)
const anything = fc.oneof(fc.jsonValue({ maxDepth: 4 }), oddText)

/** Bodies that a route takes, by the end of its path. */
const good: Readonly<Record<string, object>> = {
  ecmrs: createExample,
  validate: createExample,
  '{id}': updateExample,
  signatures: { role: 'sender', signer_name: 'X', method: 'typed' },
  incidents: { type: 'delay', description: 'x' },
  resolution: { outcome: 'continue' },
  reservations: { by: 'carrier', grounds: 'x' },
  documents: { reason: 'x' },
  links: { for: 'counterparty' },
  cancellation: { reason: 'x' },
  webhooks: { url: 'http://127.0.0.1:9/', events: ['ecmr.created'] },
}
const oddNames = fc.oneof(
  fc.constantFrom(
    ...fieldNames,
    '__proto__',
    'constructor',
    'status',
    'url',
    'events',
    'signature',
    'incident',
    'reason',
  ),
  oddText,
)

/** A good body, with some members taken out or changed. */
function mutated(whole: object): fc.Arbitrary<string> {
  const changes = fc.dictionary(
    fc.oneof(oddNames, fc.constantFrom('note', ...Object.keys(whole))),
    anything,
    {
      maxKeys: 2,
      noNullPrototype: true,
    },
  )
  return changes.map((changed) => JSON.stringify({ ...whole, ...changed }))
}

function bodyFor(path: string): fc.Arbitrary<string> {
  const whole = good[path.split('/').at(-1) ?? ''] ?? {}
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant(JSON.stringify(whole)) },
    { weight: 8, arbitrary: mutated(whole) },
    { weight: 2, arbitrary: anything.map((value) => JSON.stringify(value)) },
    { weight: 1, arbitrary: oddText },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '{',
        '[',
        '"',
        '{"a":1,}',
        '{"a":1}{"b":2}',
        '['.repeat(10_000),
        'NaN',
        '\ufeff{}',
      ),
    },
  )
}

const headerText = fc.string({
  unit: fc.constantFrom(...' !"#$%&\'()*+,-./09:;<=>?@AZ[]^_`az{|}~'),
  maxLength: 60,
})
/** the usual thing, most of the time */
const mostly = (usual: string, odd: fc.Arbitrary<string>) =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: odd })

const headers = fc.record(
  {
    'x-api-key': mostly(api.haulier.key, fc.constantFrom(api.rival.key, 'nonsense', '')),
    'content-type': mostly(
      'application/json',
      fc.oneof(
        fc.constantFrom('application/merge-patch+json', 'text/plain', 'multipart/form-data'),
        headerText,
      ),
    ),
    accept: mostly('*/*', fc.oneof(fc.constantFrom('application/json', 'text/html'), headerText)),
    'accept-language': headerText,
    'if-match': fc.oneof(fc.constantFrom('"1"', '*', 'W/"1"'), headerText),
    'if-none-match': fc.oneof(fc.constantFrom('"1"', '*'), headerText),
    'idempotency-key': fc.oneof(fc.constantFrom('a', 'b', 'c'), headerText),
    'x-request-id': headerText,
  },
  { requiredKeys: ['x-api-key', 'content-type'] },
)

const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        'page',
        'limit',
        'status',
        'search',
        'pickup_from',
        'pickup_to',
        'include_cancelled',
        'sort',
        'cursor',
        'as_of',
        'after',
        'odd',
      ),
      fc.oneof(
        fc.constantFrom(
          '1',
          '20',
          'draft',
          'true',
          '2026-12-01',
          '2026-02-30',
          '-created_at',
          '2026-11-20T10:00:00Z',
        ),
        oddText,
      ),
    ),
    { maxLength: 4 },
  )
  .map((parameters) => {
    const written = parameters.map(([name, value]) => `${name}=${encodeURIComponent(wellFormed(value))}`)
    return written.length === 0 ? '' : `?${written.join('&')}`
  })

const request = fc
  .constantFrom(...operations.map(({ method, path }) => ({ method, path })))
  .chain((operation) =>
    fc.record({
      operation: fc.constant(operation),
      id: anId,
      query,
      headers,
      payload: fc.option(bodyFor(operation.path), { nil: undefined, freq: 10 }),
    }),
  )

t.test('no request causes a server error or stays unanswered', async (t) => {
  const seen = new Map<number, number>()
  const property = fc.asyncProperty(
    fc.array(request, { minLength: 1, maxLength: REQUESTS_AT_ONCE }),
    async (batch) => {
      await Promise.all(
        batch.map(async ({ operation, id, query: asked, headers: sent, payload: body }) => {
          const named = encodeURIComponent(wellFormed(id))
          const url = operation.path.replace(/\{[^}]+\}/g, named) + asked
          const started = performance.now()
          const answer = await api.send({ method: operation.method, url, headers: sent, payload: body })
          if (performance.now() - started > LONGEST_ANSWER_MS) throw new Error('took too long')
          seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
          const isFault = answer.status >= 500 && !answer.text.includes('"evidence_off"')
          const wrong = isFault ? [answer.text] : described(operation.method, url, named, answer)
          if (wrong.length > 0)
            throw new Error(`${operation.method} ${url}: ${answer.status} ${wrong.join('; ')}`)
        }),
      )
    },
  )
  await fc.assert(property, { numRuns: ROUNDS })
  const requests = [...seen.values()].reduce((sum, count) => sum + count, 0)
  t.comment(
    `${requests} requests: ${[...seen]
      .sort()
      .map(([status, count]) => `${count} × ${status}`)
      .join(', ')}`,
  )
  t.ok(requests > 1_000)
  for (const status of [200, 201, 400, 401, 404, 406, 415])
    t.ok(seen.has(status), `some were answered ${status}`)
  t.equal((await api.haulier.call('GET', `/api/ecmrs/${note.id}`)).status, 200, 'the service still works')
})

/** An address without an id, or longer than any, is another address, which the document need not describe. */
function described(method: string, url: string, named: string, answer: Answer): readonly string[] {
  if (named === '' || named === '.' || named === '..' || answer.status === 405) return []
  return contradictions(method, url, answer)
}
