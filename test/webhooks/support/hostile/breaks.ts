import { resetsAfter, says } from './acts.js'
import { failed, type HostileKind, kind, refused, taken } from './kind.js'
import { type Act, startTcpReceiver } from './tcp-receiver.js'

const LOST = failed(/^connection_lost: /)
const HALF_A_BODY = '\r\ncontent-length: 1000\r\n\r\nhalf of it'

const onConnect = (act: Act) => () => startTcpReceiver({ onConnect: act })

/** Receivers that break off. */
export const breaks: readonly HostileKind[] = [
  { name: 'is not there', start: startNobody, outcome: failed(/^connection_refused: /) },
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
async function startNobody() {
  const receiver = await startTcpReceiver({})
  receiver.stop()
  return receiver
}
