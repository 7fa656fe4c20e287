import { isIP, type LookupFunction } from 'node:net'
import { buildConnector } from 'undici'
import type { AddressGuard, PortRules } from './address-guard.js'
import { findAddresses, type HostRules, portOf } from './find-addresses.js'
import { limitAnswers } from './limit-answers.js'

/**
 * Connects to those addresses only that the guard allows at the port, for undici. Addresses written as such are not
 * looked up, so whoever sends must have checked these before.
 */
export function guardedConnector(
  guard: AddressGuard,
  options: Pick<HostRules, 'resolve' | 'timeoutMs'> & { readonly connectMs: number },
): buildConnector.connector {
  const { connectMs: timeout, ...dns } = options
  const connectors = new Map<PortRules, buildConnector.connector>()
  return (target, callback) => {
    const port = guard.at(portOf(target))
    const connect =
      connectors.get(port) ??
      // `autoSelectFamily` makes Node ask for all addresses at once, whatever flags it was started with.
      buildConnector({ lookup: guardedLookup({ ...dns, port }), timeout, autoSelectFamily: true })
    connectors.set(port, connect)
    connect(target, (...connected) => {
      const [, socket] = connected
      if (socket) limitAnswers(socket)
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
