import { stopsAfter, trickles } from './acts.js'
import { type HostileKind, kind, outOfTime, refused, taken } from './kind.js'
import { startNeverAccepting } from './never-accepting.js'
import { startTcpReceiver } from './tcp-receiver.js'

const ENDLESS_BODY = '\r\ncontent-length: 1000000000\r\n\r\n'

/** Receivers that take their time. */
export const silences: readonly HostileKind[] = [
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
