import { createServer } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { selfSigned } from '../../../support/self-signed.js'
import { floods, resetsAfter, says, stopsAfter, trickles } from './acts.js'
import { startNeverAccepting } from './never-accepting.js'
import { type Act, actsAs, type HostileReceiver, listen, startTcpReceiver } from './tcp-receiver.js'

/** What must become of a notification that is attempted twice at most. */
interface Outcome {
  readonly delivery: 'delivered' | 'exhausted' | 'cancelled' | 'pending'
  readonly attempts: number
  /** of every attempt */
  readonly status: number | null
  readonly error: RegExp | null
  /** what is kept of the answer's body */
  readonly body?: RegExp
  /** it takes all the time that an attempt may take */
  readonly hangs?: true
}

/** One way in which a customer's server may be broken or malicious. */
export interface HostileKind {
  /** goes on after "a receiver that …" */
  readonly name: string
  start(): Promise<HostileReceiver>
  readonly outcome: Outcome
}

/** A kind that acts, once for each connection, as soon as something of the request has come. */
function kind(name: string, act: Act, outcome: Outcome): HostileKind {
  return { name, start: () => startTcpReceiver({ onRequest: act }), outcome }
}

/** The answer counts as a success. */
function taken(status = 200, more: Pick<Outcome, 'hangs' | 'body'> = {}): Outcome {
  return { delivery: 'delivered', attempts: 1, status, error: null, ...more }
}

/** An answer came, and counts as a failure. */
function refused(status: number, error = /^status: /, more: Pick<Outcome, 'hangs'> = {}): Outcome {
  return { delivery: 'exhausted', attempts: 2, status, error, ...more }
}

/** No answer came. */
function failed(error: RegExp, more: Pick<Outcome, 'hangs'> = {}): Outcome {
  return { delivery: 'exhausted', attempts: 2, status: null, error, ...more }
}

/** No answer came until time was up. */
const outOfTime: Outcome = failed(/^timeout: /, { hangs: true })

function answer(status: number, headers = '', body = ''): ReturnType<typeof says> {
  const length = Buffer.byteLength(body)
  return says(
    `HTTP/1.1 ${status} X\r\nconnection: close\r\ncontent-length: ${length}\r\n${headers}\r\n${body}`,
  )
}

const retryAfter = (value: string) => answer(429, `retry-after: ${value}\r\n`)

/** Receivers whose answers are valid HTTP, but unwelcome or odd. */
const answers: readonly HostileKind[] = [
  kind('answers 500', answer(500, '', 'out of order'), refused(500)),
  kind('answers 410', answer(410), { delivery: 'cancelled', attempts: 1, status: 410, error: /^gone: / }),
  kind('asks for a pause that is no number', retryAfter('soon\tor later'), refused(429)),
  kind(
    'redirects to a metadata address',
    answer(302, 'location: http://169.254.169.254/latest/meta-data/\r\n'),
    refused(302, /^redirect: /),
  ),
  kind('redirects to itself', answer(307, 'location: /hooks\r\n'), refused(307, /^redirect: /)),
  kind('answers 999', answer(999), refused(999)),
  kind(
    'answers with zero bytes and broken UTF-8',
    says(Buffer.concat([Buffer.from('HTTP/1.1 200 OK\r\n\r\nno\0'), Buffer.from([0xc3, 0x28, 0xff])])),
    taken(200, { body: /^no\uFFFD\uFFFD\(\uFFFD$/ }),
  ),
  kind(
    'compresses its answer, as it says, unasked',
    answer(200, 'content-encoding: gzip\r\n', 'not gzip'),
    taken(200, { body: /^not gzip$/ }),
  ),
]

const ENDLESS_BODY = '\r\ncontent-length: 1000000000\r\n\r\n'

/** Receivers that take their time. */
const silences: readonly HostileKind[] = [
  { name: 'never accepts the connection', start: startNeverAccepting, outcome: outOfTime },
  {
    name: 'says nothing in the TLS handshake',
    start: () => startTcpReceiver({}, 'https'),
    outcome: outOfTime,
  },
  kind('hangs before the headers', () => undefined, outOfTime),
  kind('hangs in the middle of the headers', stopsAfter('HTTP/1.1 200 OK\r\nx-a: '), outOfTime),
  kind(
    'hangs after the headers of a 200',
    stopsAfter(`HTTP/1.1 200 OK${ENDLESS_BODY}`),
    taken(200, { hangs: true }),
  ),
  kind(
    'hangs after the headers of a 503',
    stopsAfter(`HTTP/1.1 503 X${ENDLESS_BODY}`),
    refused(503, /^status: /, { hangs: true }),
  ),
  kind('trickles the status line indefinitely', trickles('HTTP/1.1 200 ', 'O'), outOfTime),
  kind('trickles headers indefinitely', trickles('HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'), outOfTime),
  kind('trickles early hints indefinitely', trickles('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), outOfTime),
  kind(
    'trickles the body of a 200 indefinitely',
    trickles(`HTTP/1.1 200 OK${ENDLESS_BODY}`, 'x'),
    taken(200, { hangs: true, body: /^x+$/ }),
  ),
  kind(
    'trickles the body of a 500 indefinitely, in chunks',
    trickles('HTTP/1.1 500 X\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n'),
    refused(500, /^status: /, { hangs: true }),
  ),
]

const GIGABYTE = 1_000_000_000
const TOO_MUCH = failed(/^invalid_answer: /)
const KEPT = /^x{4096}$/

const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`

/** Ten kilobytes that unpack to ten megabytes; a hundred of them in a row are good gzip as well. */
export const bomb = gzipSync(Buffer.alloc(10_000_000))

export const HUNDREDFOLD = 100

const manyHeaders = Array.from({ length: 10_000 }, (_, nth) => `x-${nth}: y\r\n`).join('')

/** Receivers that send far too much. */
const hugeAnswers: readonly HostileKind[] = [
  kind(
    'sends 1 GB',
    floods(`HTTP/1.1 200 OK\r\ncontent-length: ${GIGABYTE}\r\n\r\n`, 'x', GIGABYTE),
    taken(200, { body: KEPT }),
  ),
  kind(
    'sends 1 GB in chunks',
    floods('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', chunk, GIGABYTE),
    taken(200, { body: KEPT }),
  ),
  kind(
    'sends a gzip bomb of 1 GB',
    floods(
      'HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\nconnection: close\r\n\r\n',
      bomb,
      HUNDREDFOLD * bomb.length,
    ),
    taken(),
  ),
  kind('sends a header of 1 MB', says(`HTTP/1.1 200 OK\r\nx-a: ${'b'.repeat(1_000_000)}\r\n\r\n`), TOO_MUCH),
  kind('sends ten thousand headers', says(`HTTP/1.1 200 OK\r\n${manyHeaders}\r\n`), TOO_MUCH),
  kind('sends headers without end', floods('HTTP/1.1 200 OK\r\n', 'x-a: b\r\n'), TOO_MUCH),
  kind('sends a status text without end', floods('HTTP/1.1 200 ', 'O'), TOO_MUCH),
  kind('sends early hints without end', floods('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), TOO_MUCH),
  kind('sends empty lines without end', floods('', '\r\n'), TOO_MUCH),
  kind(
    'sends trailers without end',
    floods('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n0\r\n', 'x-a: b\r\n'),
    taken(),
  ),
  kind(
    'sends a chunk extension without end',
    floods('HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1;', 'x'),
    taken(),
  ),
]

const LOST = failed(/^connection_lost: /)
const HALF_A_BODY = '\r\ncontent-length: 1000\r\n\r\nhalf of it'

const onConnect = (act: Act) => () => startTcpReceiver({ onConnect: act })

/** Receivers that break off. */
const breaks: readonly HostileKind[] = [
  { name: 'is not there', start: startRefusing, outcome: failed(/^connection_refused: /) },
  {
    name: 'resets the connection at once',
    start: onConnect((socket) => socket.resetAndDestroy()),
    outcome: LOST,
  },
  { name: 'closes the connection at once', start: onConnect((socket) => socket.destroy()), outcome: LOST },
  kind('resets the connection without an answer', (socket) => socket.resetAndDestroy(), LOST),
  kind('closes the connection without an answer', says(''), LOST),
  kind('resets the connection in the middle of the headers', resetsAfter('HTTP/1.1 200 OK\r\nx-a: '), LOST),
  kind(
    'closes the connection in the middle of the headers',
    says('HTTP/1.1 200 OK\r\nx-a: '),
    failed(/^(connection_lost|invalid_answer): /),
  ),
  kind(
    'resets the connection in the middle of the body of a 200',
    resetsAfter(`HTTP/1.1 200 OK${HALF_A_BODY}`),
    taken(),
  ),
  kind(
    'resets the connection in the middle of the body of a 500',
    resetsAfter(`HTTP/1.1 500 X${HALF_A_BODY}`),
    refused(500),
  ),
  kind(
    'closes the connection in the middle of the body',
    says(`HTTP/1.1 200 OK${HALF_A_BODY}`),
    taken(200, { body: /^half of it$/ }),
  ),
]

/** An address where a server listened until a moment ago. */
async function startRefusing() {
  const receiver = await startTcpReceiver({})
  receiver.stop()
  return receiver
}

const NONSENSE = failed(/^invalid_answer: /)

// RFC 9113, section 3.4: an empty SETTINGS frame, which is what a server of HTTP/2 begins with
const settings = new Uint8Array([0, 0, 0, 4, 0, 0, 0, 0, 0])

const withLength = (...lengths: readonly string[]) =>
  says(`HTTP/1.1 200 OK\r\n${lengths.map((length) => `content-length: ${length}\r\n`).join('')}\r\nsome body`)

const chunked = (body: string) => says(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body}`)

/** Receivers that speak something else than HTTP, or bad HTTP. */
const nonsense: readonly HostileKind[] = [
  kind('speaks SSH', says('SSH-2.0-OpenSSH_9.2\r\n\r\n'), NONSENSE),
  kind('speaks HTTP/2', says(settings), NONSENSE),
  kind('answers with the preface of HTTP/2', says('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), NONSENSE),
  kind('answers as HTTP/0.9 did', says('<p>thanks</p>'), NONSENSE),
  kind('answers with a status of two digits', says('HTTP/1.1 20 OK\r\n\r\n'), NONSENSE),
  kind('answers with a status of four digits', says('HTTP/1.1 2000 OK\r\n\r\n'), NONSENSE),
  kind(
    'switches to another protocol',
    stopsAfter('HTTP/1.1 101 X\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n'),
    NONSENSE,
  ),
  kind(
    'tells the client to go on with what was sent already',
    stopsAfter('HTTP/1.1 100 Continue\r\n\r\n'),
    NONSENSE,
  ),
  kind(
    'answers twice, 500 first',
    says('HTTP/1.1 500 X\r\ncontent-length: 0\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n'),
    refused(500),
  ),
  kind('says more than its content-length', withLength('4'), taken(200, { body: /^some$/ })),
  kind('says less than its content-length', withLength('400'), taken(200, { body: /^some body$/ })),
  kind('has a negative content-length', withLength('-4'), NONSENSE),
  kind('has a content-length past all numbers', withLength('9'.repeat(30)), NONSENSE),
  kind('has two content-lengths', withLength('4', '9'), NONSENSE),
  kind('has a chunk of a negative size', chunked('-4\r\nsome\r\n0\r\n\r\n'), taken()),
  kind('has a chunk of a size past all numbers', chunked(`${'f'.repeat(30)}\r\nsome\r\n`), taken()),
  kind(
    'has both a content-length and chunks',
    says('HTTP/1.1 200 OK\r\ncontent-length: 4\r\ntransfer-encoding: chunked\r\n\r\n4\r\nsome\r\n0\r\n\r\n'),
    NONSENSE,
  ),
  kind('has zero bytes in a header', says('HTTP/1.1 200 OK\r\nx-a: a\0b\r\n\r\n'), NONSENSE),
]

const OK = says('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
const NO_TLS = failed(/^tls_failed: /)

/** Receivers whose TLS is not as it should be. */
const tls: readonly HostileKind[] = [
  {
    name: 'speaks TLS where plain HTTP is asked for',
    start: () => startTlsReceiver('http'),
    outcome: failed(/^(connection_lost|invalid_answer): /),
  },
  {
    name: 'speaks plain HTTP where TLS is asked for',
    start: () => startTcpReceiver({ onRequest: OK }, 'https'),
    outcome: NO_TLS,
  },
  { name: 'has a certificate of its own making', start: () => startTlsReceiver('https'), outcome: NO_TLS },
]

function startTlsReceiver(scheme: 'http' | 'https') {
  const tls = selfSigned()
  const actor = actsAs({ onRequest: OK })
  const server = createServer(tls, actor.meet)
  server.on('tlsClientError', () => undefined)
  return listen(server, actor.requests, scheme)
}

/** Every way to be hostile that we know of. */
export const hostileKinds: readonly HostileKind[] = [
  ...answers,
  ...silences,
  ...hugeAnswers,
  ...breaks,
  ...nonsense,
  ...tls,
]
