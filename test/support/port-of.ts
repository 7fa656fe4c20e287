import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:net'

/** The port that a server listens on. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('it does not listen on a port')
  return address.port
}

// Below those that the system gives to connections and to servers that ask for any port, which would take one that is not listened on yet.
const [LOWEST, HIGHEST] = [10_000, 32_000]

/** A port of the loopback interface that is free at this moment, for a server that is started soon. */
export async function freePort(): Promise<number> {
  const server = createServer().listen({ host: '127.0.0.1', port: randomInt(LOWEST, HIGHEST) })
  try {
    await once(server, 'listening')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return freePort()
    throw error
  }
  const port = portOf(server)
  server.close()
  return port
}
