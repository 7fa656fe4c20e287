import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { ObjectDamaged, openObjectStorage } from '@ecmr/storage'
import t, { type Test } from 'tap'
import { portOf } from '../support/port-of.js'

const document = new TextEncoder().encode('a document')
const ABSENT = 'a'.repeat(64)
const SECRET = 'not to be seen'
const error = (code: string): string =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>No.</Message><AWSAccessKeyId>key of ours</AWSAccessKeyId><StringToSign>${SECRET}</StringToSign></Error>`

type Answer = (response: ServerResponse, request: IncomingMessage) => void

/** What answers at an address: each request is answered by the next answer, and those after the last one by that. */
async function serverWith(t: Test, ...answers: readonly Answer[]) {
  let requests = 0
  const server = createServer((request, response) => {
    const answer = answers[Math.min(requests++, answers.length - 1)]
    request.resume().on('end', () => answer?.(response, request))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => {
    server.closeAllConnections()
    server.close()
  })
  const logged: string[] = []
  const observed: string[] = []
  const source = {
    kind: 's3',
    endpoint: `http://127.0.0.1:${portOf(server)}`,
    bucket: 'notes',
    region: 'us-east-1',
    accessKey: 'key of ours',
    secretKey: SECRET,
  } as const
  return {
    url: source.endpoint,
    requests: () => requests,
    logged,
    observed,
    open: (deadlineMs?: number) =>
      openObjectStorage(source, {
        log: { warn: (_, message) => logged.push(message) },
        observe: (operation, outcome) => observed.push(`${operation} ${outcome}`),
        ...(deadlineMs !== undefined && { deadlineMs }),
      }),
  }
}

const xml =
  (status: number, code: string, type = 'application/xml'): Answer =>
  (response) =>
    response.writeHead(status, { 'content-type': type }).end(error(code))

const taken: Answer = (response) => response.writeHead(200, { etag: '"x"' }).end()

const cases: readonly (readonly [Answer, string, number])[] = [
  [xml(403, 'AccessDenied'), 'the access key may not do this in S3_BUCKET (403 AccessDenied)', 1],
  [
    xml(403, 'InvalidAccessKeyId', 'text/xml'),
    'the server does not accept S3_ACCESS_KEY and S3_SECRET_KEY (403 InvalidAccessKeyId)',
    1,
  ],
  [
    xml(403, 'RequestTimeTooSkewed'),
    'the clocks of this machine and of the server are too far apart: correct them (403 RequestTimeTooSkewed)',
    1,
  ],
  [
    xml(301, 'PermanentRedirect'),
    'the bucket is elsewhere: check S3_ENDPOINT and S3_REGION (301 PermanentRedirect)',
    1,
  ],
  [xml(507, 'XMinioStorageFull'), 'the server has no room for more (507 XMinioStorageFull)', 1],
  [xml(400, 'Strange'), 'the server refuses the request (400 Strange)', 1],
  [(response) => response.writeHead(413).end(), 'the server has no room for more (413)', 1],
  [xml(503, 'SlowDown'), 'the server is overloaded or faulty (503 SlowDown)', 3],
  [xml(500, 'InternalError'), 'the server is overloaded or faulty (500 InternalError)', 3],
  [xml(400, 'RequestTimeout'), 'the server is overloaded or faulty (400 RequestTimeout)', 3],
  [xml(400, 'BadDigest'), 'the server is overloaded or faulty (400 BadDigest)', 3],
  [(response) => response.destroy(), 'the connection was cut', 3],
  // Once for the PUT, and once to see whether the object is there all the same.
  [(response) => response.writeHead(200).end('welcome'), 'what answers at S3_ENDPOINT is no S3 server', 2],
]

for (const [answer, reason, tries] of cases)
  t.test(`an answer is told apart: ${reason}`, async (t) => {
    const server = await serverWith(t, answer)
    const fault = await server
      .open()
      .put(document)
      .catch((thrown: unknown) => thrown)
    t.match(fault, { name: 'StorageUnavailable', reason })
    t.equal(server.requests(), tries)
    t.notMatch(JSON.stringify([fault, Object.entries(fault ?? {}), server.logged]), SECRET)
  })

t.test('what passes is tried again, counted and said', async (t) => {
  const server = await serverWith(t, xml(503, 'SlowDown'), (response) => response.destroy(), taken)
  await server.open().put(document)
  t.strictSame(server.observed, ['put retried', 'put retried', 'put done'])
  t.match(server.logged[0], /503 SlowDown\)\. It is asked again\.$/)
})

t.test('what is sent can be checked by the server', async (t) => {
  let sent: unknown
  const server = await serverWith(t, (response, request) => {
    sent = request.headers['content-md5']
    taken(response, request)
  })
  await server.open().put(document)
  t.equal(sent, createHash('md5').update(document).digest('base64'))
})

t.test('a redirect is not followed: a document is not sent to others', async (t) => {
  const other = await serverWith(t, taken)
  const server = await serverWith(t, (response) =>
    response.writeHead(307, { location: other.url }).end(error('TemporaryRedirect')),
  )
  await t.rejects(server.open().put(document), { message: /check S3_ENDPOINT and S3_REGION/ })
  t.equal(other.requests(), 0)
})

t.test('an answer without an end is broken off', async (t) => {
  const server = await serverWith(t, (response) => {
    response.writeHead(200)
    const more = (): void => void response.write(Buffer.alloc(65_536), (fault) => fault ?? more())
    more()
  })
  await t.rejects(server.open().get(ABSENT), ObjectDamaged)
})

t.test('a server that does not answer is not waited for', async (t) => {
  const server = await serverWith(t, () => undefined)
  await t.rejects(server.open(300).get(ABSENT), { message: /: no answer within 0.3 s\.$/ })
})

t.test('an object that is not there is absent only from a bucket that is', async (t) => {
  const server = await serverWith(t, xml(404, 'NoSuchKey'), xml(404, 'NoSuchBucket'))
  await t.rejects(server.open().get(ABSENT), { name: 'StorageUnavailable', reason: /no such bucket/ })
})
