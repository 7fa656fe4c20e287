import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Below those that systems give to connections and to servers that ask for any port (from 32768 on Linux, from 49152 by RFC 6335,
// section 6): those would take it before the server listens.
const [LOWEST, HIGHEST] = [10_000, 32_000]

/**
 * A port of an address that is free at this moment, for a server that is started soon.
 *
 * @throws what listening throws when no port of that address would do
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  const port = randomInt(LOWEST, HIGHEST)
  try {
    await tryToListen(host, port)
    return port
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EADDRINUSE') return freePort(host)
    throw error
  }
}

/** Listens for a moment. Rejects as listening does. */
export async function tryToListen(host: string, port: number): Promise<void> {
  const probe = createServer().listen({ host, port, exclusive: true })
  await once(probe, 'listening')
  probe.close()
  await once(probe, 'close')
}
