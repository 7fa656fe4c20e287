import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen on a port')
  return address.port
}

/** A port of the loopback interface that is free at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer().listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const port = portOf(server)
  server.close()
  return port
}
