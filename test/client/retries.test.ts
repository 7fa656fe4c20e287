import { EcmrClient, EcmrConnectionError, EcmrHttpError, EcmrProblem } from '@ecmr/client'
import { createExample } from '@ecmr/contract'
import t from 'tap'

const NOTE = { id: '0199c3a4-7d1e-7b52-9f3e-2a6d4c8e1b70', status: 'draft' }

/** A client whose requests are answered by these, one after the other, the last one again and again. */
function clientOf(...answers: readonly (() => Response | Promise<Response>)[]) {
  const requests: Request[] = []
  const ecmr = new EcmrClient({
    baseUrl: 'https://ecmr.example/',
    apiKey: 'ecmr_live_secret',
    fetch: async (url, init) => {
      const answer = answers[Math.min(requests.length, answers.length - 1)]
      requests.push(new Request(url, init))
      init?.signal?.throwIfAborted()
      if (answer === undefined) throw new Error('no answer')
      return answer()
    },
  })
  return { ecmr, requests }
}

const note = () => Response.json(NOTE, { status: 201, headers: { etag: '"1"' } })
const broken = () => Promise.reject(new TypeError('fetch failed'))
const proxy = (status: number) => () => new Response('<h1>Bad gateway</h1>', { status })
function problem(status: number, code: string, headers: Readonly<Record<string, string>> = {}) {
  const said = { type: `https://ecmr.example/errors/${code}`, title: 'No', status, detail: 'Not now.', code }
  const body = JSON.stringify({ ...said, request_id: 'r1' })
  return () =>
    new Response(body, { status, headers: { 'content-type': 'application/problem+json', ...headers } })
}

t.test('a command is repeated with the same idempotency key until it is answered', async (t) => {
  const { ecmr, requests } = clientOf(
    broken,
    proxy(502),
    problem(503, 'outcome_unknown', { 'retry-after': '0' }),
    note,
  )
  const answer = await ecmr.cancelEcmr(NOTE.id, { reason: 'Twice' }).withResponse()
  t.match(answer, { data: NOTE, status: 201, etag: '"1"', replayed: false })
  t.equal(requests.length, 4)
  const keys = new Set(requests.map(({ headers }) => headers.get('idempotency-key')))
  t.equal(keys.size, 1)
  t.match([...keys][0], /^[0-9a-f-]{36}$/)
  t.same(await requests[3]?.json(), { reason: 'Twice' })
  t.equal(requests[0]?.url, `https://ecmr.example/api/ecmrs/${NOTE.id}/cancellation`)
})

t.test('what makes no sense to repeat fails at once, with what the service says', async (t) => {
  for (const [answer, code] of [
    [problem(409, 'incident_open'), 'incident_open'],
    [problem(503, 'evidence_off'), 'evidence_off'],
    [problem(500, 'internal_error'), 'internal_error'],
    [problem(429, 'too_many_mails', { 'retry-after': '40000' }), 'too_many_mails'],
  ] as const) {
    const { ecmr, requests } = clientOf(answer)
    const error = await ecmr.readEcmr('x').catch((reason: unknown) => reason)
    t.ok(error instanceof EcmrProblem)
    t.match(error, { code, requestId: 'r1', errors: [], message: /Not now/ })
    t.equal(requests.length, 1, code)
  }
  const { ecmr, requests } = clientOf(proxy(404))
  await t.rejects(ecmr.readEcmr('x').withResponse(), EcmrHttpError)
  t.equal(requests.length, 1)
})

t.test('retries have an end, and the error says with which key the command can be repeated', async (t) => {
  const { ecmr, requests } = clientOf(broken)
  const options = { maxRetries: 1, idempotencyKey: 'order-7' }
  const error = await ecmr.validateEcmr(createExample, options).catch((reason: unknown) => reason)
  t.ok(error instanceof EcmrConnectionError)
  t.match(error, { isTimeout: false, idempotencyKey: 'order-7', cause: TypeError })
  t.notMatch(JSON.stringify(error) + String(error), /ecmr_live/)
  t.equal(requests.length, 2)
})

t.test('an attempt that takes too long is given up, a call that is ended is not repeated', async (t) => {
  const hanging = new EcmrClient({
    baseUrl: 'https://ecmr.example',
    fetch: (_url, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason))
      }),
  })
  const late = await hanging.readHealth({ timeoutMs: 20, maxRetries: 0 }).catch((reason: unknown) => reason)
  t.match(late, { name: 'EcmrConnectionError', isTimeout: true })

  const stop = new AbortController()
  const reason = new Error('no longer wanted')
  const ended = hanging.readHealth({ signal: stop.signal }).withResponse()
  stop.abort(reason)
  await t.rejects(ended, reason)

  const { ecmr, requests } = clientOf(problem(429, 'rate_limited', { 'retry-after': '30' }))
  const waiting = new AbortController()
  const asked = ecmr.readUsage({ signal: waiting.signal }).withResponse()
  await new Promise((resolve) => setImmediate(resolve))
  waiting.abort(reason)
  await t.rejects(asked, reason, 'nor while it waits')
  t.equal(requests.length, 1)
})

t.test('an identifier cannot lead to another address', async (t) => {
  const { ecmr, requests } = clientOf(note)
  await ecmr.readEcmr('a/../../x?y#z')
  t.equal(requests[0]?.url, 'https://ecmr.example/api/ecmrs/a%2F..%2F..%2Fx%3Fy%23z')
  for (const id of ['', '.', '..']) t.throws(() => ecmr.readEcmr(id), TypeError)
  t.throws(() => new EcmrClient({ baseUrl: 'ftp://ecmr.example' }), TypeError)
})
