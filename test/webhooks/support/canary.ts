import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import type { Test } from 'tap'

/** A server that must receive no connections. */
export interface Canary {
  readonly port: number
  /** how many connections there were */
  connections(): number
}

/** Listens on both loopback addresses and counts who connects; hangs up at once. */
export async function startCanary(t: Test): Promise<Canary> {
  let connections = 0
  const touched = (socket: Socket): void => {
    connections++
    socket.destroy()
  }
  const port = await listen(t, touched, { host: '127.0.0.1', port: 0 })
  await listen(t, touched, { host: '::1', port })
  return { port, connections: () => connections }
}

async function listen(
  t: Test,
  touched: (socket: Socket) => void,
  at: { readonly host: string; readonly port: number },
): Promise<number> {
  const server = createServer(touched).listen(at)
  await once(server, 'listening')
  t.teardown(() => server.close())
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
