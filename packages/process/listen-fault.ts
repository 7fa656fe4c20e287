import { StartFault } from './start-fault.js'

/** Says what an operator can do when a process cannot listen where it is told to. */
export function listenFault(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
): StartFault {
  return new StartFault(sentence(error, host, port), { cause: error })
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
