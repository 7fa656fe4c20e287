import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import type { Certificate } from './certificate.js'

/** A customer's server on this machine. */
export interface LoopbackServer {
  /** such as `https://127.0.0.1:4711` */
  readonly origin: string
  close(): Promise<void>
}

/** @param certificate speaks https when there is one */
export async function startLoopbackServer(
  listener: RequestListener,
  certificate?: Certificate,
): Promise<LoopbackServer> {
  const server = certificate ? createHttpsServer(certificate, listener) : createHttpServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address !== 'object') throw new Error('the receiver has no address')
  return {
    origin: `${certificate ? 'https' : 'http'}://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
