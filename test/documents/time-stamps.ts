import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { Test } from 'tap'
import { portOf } from '../support/port-of.js'
import type { certificates } from './certificates.js'

/** What openssl needs to answer as an authority. */
export const settings = `
[tsa]
default_tsa = here
[here]
serial = serial
signer_cert = tsa.pem
signer_key = tsa.key
signer_digest = sha256
default_policy = 1.2.3.4
digests = sha256
ess_cert_id_alg = sha256
`

/** What an authority answers to the bytes that it is asked. */
type Answer = (asked: Buffer, response: ServerResponse) => void

/** A server that is asked for time stamps; its address. */
export async function authority(t: Test, answer: Answer): Promise<string> {
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> =>
    answer(await buffer(request), response)
  const server = createServer((request, response) => void serve(request, response)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.teardown(() => server.close().closeAllConnections())
  return `http://127.0.0.1:${portOf(server)}/`
}

/** Gives time stamps (RFC 3161), as openssl makes them. */
export function stamping({ make, write, openssl, file }: ReturnType<typeof certificates>): Answer {
  make('tsa', { subject: '/CN=Time', extensions: 'extendedKeyUsage=critical,timeStamping' })
  write('tsa.cnf', settings)
  write('serial', '01')
  return (asked, response) => {
    write('asked.tsq', asked)
    openssl('ts', '-reply', '-config', 'tsa.cnf', '-queryfile', 'asked.tsq', '-out', 'given.tsr')
    response.setHeader('content-type', 'application/timestamp-reply').end(readFileSync(file('given.tsr')))
  }
}
