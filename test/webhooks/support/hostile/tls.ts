import { createServer } from 'node:tls'
import { selfSigned } from '../../../support/self-signed.js'
import { says } from './acts.js'
import { failed, type HostileKind } from './kind.js'
import { actsAs, listen, startTcpReceiver } from './tcp-receiver.js'

const OK = says('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
const NO_TLS = failed(/^tls_failed: /)

/** Receivers whose TLS is not as it should be. */
export const tls: readonly HostileKind[] = [
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
  const actor = actsAs({ onRequest: OK })
  const server = createServer(selfSigned(), actor.meet)
  server.on('tlsClientError', () => undefined)
  return listen(server, actor.requests, scheme)
}
