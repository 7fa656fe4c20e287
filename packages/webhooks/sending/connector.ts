import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { SecureContextOptions } from 'node:tls'
import { ADDRESS_MS } from '@ecmr/runtime'
import { buildConnector } from 'undici'
import type { AddressGuard, PortRules } from './address-guard.js'
import { findAddresses, type HostRules, portOf } from './find-addresses.js'

/**
 * Connects to those addresses only that the guard allows at the port, for undici. Addresses written as such are not
 * looked up: check them before sending.
 */
export function guardedConnector(
  guard: AddressGuard,
  options: Pick<HostRules, 'resolve' | 'timeoutMs'> & {
    readonly connectMs: number
    /** certificates to trust instead of the usual authorities */
    readonly ca?: SecureContextOptions['ca']
    /** bytes that an answer may have with its headers; 80 KB unless given */
    readonly mostTaken?: number
  },
): buildConnector.connector {
  const { connectMs: timeout, ca, mostTaken = MOST_TAKEN, ...dns } = options
  const trusted = ca === undefined ? {} : { ca }
  const connectors = new Map<PortRules, buildConnector.connector>()
  return (target, callback) => {
    const port = guard.at(portOf(target))
    const connect =
      connectors.get(port) ??
      // `autoSelectFamily` makes Node ask for all addresses at once, whatever flags it was started with.
      buildConnector({
        ...trusted,
        lookup: guardedLookup({ ...dns, port }),
        timeout,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: ADDRESS_MS,
      })
    connectors.set(port, connect)
    connect(target, (...connected) => {
      const [, socket] = connected
      if (socket) limitAnswers(socket, mostTaken)
      callback(...connected)
    })
  }
}

/** What is called with each host name, right before it is connected to what this answers. */
function guardedLookup(rules: HostRules): LookupFunction {
  return (hostname, _, callback) => {
    findAddresses(hostname, rules).then(
      (addresses) =>
        callback(
          null,
          addresses.map((address) => ({ address, family: isIP(address) })),
        ),
      (error: NodeJS.ErrnoException) => callback(error, []),
    )
  }
}

/** as much as headers and body may have together */
const MOST_TAKEN = 80 * 1024

/** A receiver sent too much. */
export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge'
}

/**
 * Closes a connection when more than it may (80 KB unless given) have come since the last request, before they are parsed.
 *
 * Much of an answer belongs neither to headers nor to a body, and is skipped: a status text, early hints, empty lines,
 * chunk extensions. Skipping it as fast as it comes, until the attempt's time is up, would cost the other receivers
 * dearly. So would headers: undici makes an error, with its stack, for each that comes once it has had too many.
 */
export function limitAnswers(socket: Socket, mostTaken = MOST_TAKEN): void {
  let sent = 0
  let had = 0
  let before = 0
  socket.on('readable', () => {
    if (socket.bytesWritten !== sent) {
      sent = socket.bytesWritten
      before = had
    }
    had = socket.bytesRead
    if (had - before <= mostTaken) return
    socket.destroy(new AnswerTooLarge())
    // so that undici, which is next, finds nothing
    socket.read()
  })
}
