import { says, stopsAfter } from './acts.js'
import { failed, type HostileKind, kind, refused, taken } from './kind.js'

const NONSENSE = failed(/^invalid_answer: /)

// RFC 9113, section 3.4: an empty SETTINGS frame, which is what a server of HTTP/2 begins with
const settings = new Uint8Array([0, 0, 0, 4, 0, 0, 0, 0, 0])

const withLength = (...lengths: readonly string[]) =>
  says(`HTTP/1.1 200 OK\r\n${lengths.map((length) => `content-length: ${length}\r\n`).join('')}\r\nsome body`)

const chunked = (body: string) => says(`HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n${body}`)

/** Receivers that speak something else than HTTP, or bad HTTP. */
export const nonsense: readonly HostileKind[] = [
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
  kind('tells to go on with what was sent already', stopsAfter('HTTP/1.1 100 Continue\r\n\r\n'), NONSENSE),
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
