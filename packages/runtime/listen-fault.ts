import { StartFault } from './start-fault.js'

/** The names of the settings that say where. */
interface Settings {
  readonly host: string
  readonly port: string
}

/** Says what an operator can do when a process cannot listen where it is configured to. */
export function listenFault(
  error: unknown,
  wanted: { readonly host: string; readonly port: number },
  settings: Settings = { host: 'HOST', port: 'PORT' },
): StartFault {
  return new StartFault(sentence(error, wanted, settings), { cause: error })
}

function sentence(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  settings: Settings,
): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} on ${host} is in use by another program: stop that one, or set ${settings.port} to another port.`
    case 'EACCES':
      return `Port ${port} may not be used by this user: set ${settings.port} to one above 1023.`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${settings.host} is ${host}, which is no address of this machine.`
    default:
      return `The service cannot listen on ${host}, port ${port}: ${error instanceof Error ? error.message : error}.`
  }
}
