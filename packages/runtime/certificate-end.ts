import { isIP } from 'node:net'
import { connect, type TLSSocket } from 'node:tls'

const HTTPS_PORT = 443
const LONGEST_MS = 8_000

/**
 * Until when the certificate of an https address is valid; undefined when nothing answers there.
 *
 * @param options.mustBeTrusted rejects when it is not valid, or not for that name; otherwise its end is only read, and nothing is sent
 */
export function certificateEnd(
  url: string,
  { mustBeTrusted }: { readonly mustBeTrusted: boolean },
): Promise<Date | undefined> {
  const { hostname, port } = new URL(url)
  const host = hostname.replace(/^\[|\]$/g, '')
  return new Promise((resolve, reject) => {
    const socket: TLSSocket = connect(
      {
        ...{ host, port: Number(port || HTTPS_PORT), timeout: LONGEST_MS },
        ...(isIP(host) === 0 && { servername: host }),
        rejectUnauthorized: mustBeTrusted,
      },
      () => {
        resolve(new Date(socket.getPeerCertificate().valid_to))
        socket.destroy()
      },
    )
    let isThere = false
    socket.once('connect', () => {
      isThere = true
    })
    socket.once('timeout', () => socket.destroy(new Error('no answer')))
    socket.once('error', (error) => (isThere ? reject(error) : resolve(undefined)))
  })
}
