import { once } from 'node:events'
import { createServer, request } from 'node:http'

/** Another address of the service, at which every request carries an access token. */
export interface Proxy {
  readonly url: string
  close(): void
}

/**
 * Puts a token into every request, as the suite has none; everything else passes as it came, Host and Origin above all, so that
 * scenarios about these mean something.
 */
export async function withToken(service: string, token: string): Promise<Proxy> {
  const { hostname, port } = new URL(service)
  const server = createServer((incoming, answer) => {
    const { method, url: path, headers } = incoming
    const given = { ...headers, authorization: `Bearer ${token}` }
    const onwards = request({ hostname, port, method, path, headers: given }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.headers)
      came.pipe(answer)
    })
    onwards.on('error', () => answer.destroy())
    answer.on('close', () => onwards.destroy())
    incoming.pipe(onwards)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy has no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
