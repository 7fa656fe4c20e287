import { createServer, request } from 'node:http'
import { close, listen } from '../harness/listen.js'

/** Another address of the service, at which every request carries an access token. */
interface Proxy {
  readonly url: string
  close(): Promise<void>
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
  const url = `http://127.0.0.1:${await listen(server)}`
  return { url, close: () => close(server) }
}
