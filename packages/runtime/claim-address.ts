import { freePort, tryToListen } from './free-port.js'
import { listenFault } from './listen-fault.js'

/**
 * Finds out whether the service can listen where it is configured to, before anything else is started. Returns the port,
 * which is a free one when the configuration says 0.
 *
 * @throws StartFault when it cannot
 */
export async function claimAddress(wanted: {
  readonly host: string
  readonly port: number
}): Promise<number> {
  const { host, port } = wanted
  try {
    if (port === 0) return await freePort(host)
    await tryToListen(host, port)
    return port
  } catch (error) {
    throw listenFault(error, wanted)
  }
}
