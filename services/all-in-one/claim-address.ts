import { once } from 'node:events'
import { createServer } from 'node:net'
import type { Config } from '@ecmr/config'
import { StartFault } from '@ecmr/process'

/**
 * Finds out whether the service can listen where it is told to, before anything else is started. Returns the port,
 * which is a free one when the configuration says 0.
 *
 * @throws StartFault when it cannot
 */
export async function claimAddress({ host, port }: Config): Promise<number> {
  const probe = createServer()
  try {
    probe.listen({ host, port, exclusive: true })
    await once(probe, 'listening')
    const address = probe.address()
    return address !== null && typeof address === 'object' ? address.port : port
  } catch (error) {
    throw new StartFault(sentence(error, host, port), { cause: error })
  } finally {
    probe.close()
  }
}

function sentence(error: unknown, host: string, port: number): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program: stop that one, or set PORT to another port.`
    case 'EACCES':
      return `Port ${port} may not be used by this user: set PORT to one above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `HOST is ${host}, which is no address of this machine.`
    default:
      return `The service cannot listen on ${host}, port ${port}: ${error instanceof Error ? error.message : error}.`
  }
}
