import { gzipSync } from 'node:zlib'
import { floods, says } from './acts.js'
import { failed, type HostileKind, kind, taken } from './kind.js'

const GIGABYTE = 1_000_000_000
const TOO_MUCH = failed(/^invalid_answer: /)
const KEPT = /^x{4096}$/

const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`

/** Ten kilobytes that unpack to ten megabytes; a hundred of them in a row are good gzip as well. */
export const bomb = gzipSync(Buffer.alloc(10_000_000))

export const HUNDREDFOLD = 100

const manyHeaders = Array.from({ length: 10_000 }, (_, nth) => `x-${nth}: y\r\n`).join('')

/** Receivers that send far too much. */
export const hugeAnswers: readonly HostileKind[] = [
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
