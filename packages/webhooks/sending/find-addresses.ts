import { isIP } from 'node:net'
import type { PortRules, Refusal } from './address-guard.js'
import type { Resolver } from './resolver.js'

/** Why a host cannot be connected to. */
export class HostRefused extends Error {
  override readonly name = 'HostRefused'
  constructor(
    readonly reason: Refusal | 'dns_failed',
    message: string,
  ) {
    super(message)
  }
}

/** How the addresses of a host are found, and which of them are allowed. */
export interface HostRules {
  readonly port: PortRules
  readonly resolve: Resolver
  readonly timeoutMs: number
}

/**
 * The addresses of a host, all of which are allowed.
 *
 * @param hostname a name, an IPv4 address or an IPv6 address without brackets
 * @throws HostRefused. It does not tell which address a name has: that may be knowledge about a private network
 */
export async function findAddresses(
  hostname: string,
  { port, resolve, timeoutMs }: HostRules,
): Promise<readonly string[]> {
  const addresses = isIP(hostname) ? [hostname] : await resolveWithin(hostname, resolve, timeoutMs)
  if (addresses.length === 0) throw new HostRefused('dns_failed', `${hostname} has no address`)
  const refusals = new Set(addresses.map((address) => port.refusal(address)))
  for (const reason of ['not_public', 'own_port'] as const) {
    if (refusals.has(reason)) throw new HostRefused(reason, `${hostname} ${SENTENCES[reason]}`)
  }
  return addresses
}

const SENTENCES: Readonly<Record<Refusal, string>> = {
  not_public: 'is not, or not only, at public addresses',
  own_port: 'is not public, and the port belongs to this service itself',
}

async function resolveWithin(
  hostname: string,
  resolve: Resolver,
  timeoutMs: number,
): Promise<readonly string[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new HostRefused('dns_failed', `DNS did not answer for ${hostname}`)),
      timeoutMs,
    )
  })
  try {
    return await Promise.race([resolve(hostname, timeoutMs), late])
  } catch (error) {
    if (error instanceof HostRefused) throw error
    throw new HostRefused('dns_failed', `DNS knows no address of ${hostname}`)
  } finally {
    clearTimeout(timer)
  }
}

/** The host of a URL, without the brackets that an IPv6 address stands in. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1')
}

/** The port that a URL leads to. */
export function portOf({ port, protocol }: Pick<URL, 'port' | 'protocol'>): number {
  if (port !== '') return Number(port)
  return protocol === 'https:' ? 443 : 80
}
