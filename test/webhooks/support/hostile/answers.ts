import { says } from './acts.js'
import { type HostileKind, kind, refused, taken } from './kind.js'

const DAY_S = 24 * 60 * 60

function answer(status: number, headers = '', body = ''): ReturnType<typeof says> {
  const length = Buffer.byteLength(body)
  return says(
    `HTTP/1.1 ${status} X\r\nconnection: close\r\ncontent-length: ${length}\r\n${headers}\r\n${body}`,
  )
}

const retryAfter = (value: string) => answer(429, `retry-after: ${value}\r\n`)

/** One failed attempt, and the next one after so many seconds. */
const waits = (least: number, most: number) =>
  ({
    delivery: 'pending',
    attempts: 1,
    status: 429,
    error: /^status: /,
    pause: [least, most],
  }) as const

const inAnHour = () => new Date(Date.now() + 3_600_000).toUTCString()

/** Receivers whose answers are valid HTTP, but unwelcome or odd. */
export const answers: readonly HostileKind[] = [
  kind('answers 500', answer(500, '', 'out of order'), refused(500)),
  kind('answers 410', answer(410), { delivery: 'cancelled', attempts: 1, status: 410, error: /^gone: / }),
  kind('asks for a pause of 60 seconds', retryAfter('60'), waits(50, 60)),
  kind('asks for a pause until a date', (socket) => retryAfter(inAnHour())(socket), waits(3_500, 3_601)),
  kind('asks for a pause of ages', retryAfter('9'.repeat(400)), waits(DAY_S - 10, DAY_S)),
  kind(
    'asks for a pause until the year 9999',
    retryAfter('Fri, 31 Dec 9999 23:59:59 GMT'),
    waits(DAY_S - 10, DAY_S),
  ),
  kind('asks for a negative pause', retryAfter('-5'), refused(429)),
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
