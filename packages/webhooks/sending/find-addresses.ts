import { isIP } from 'node:net'
import type { AddressGuard } from './address-guard.js'
import type { Resolver } from './resolver.js'

/** Why a host cannot be connected to. */
export class HostRefused extends Error {
  override readonly name = 'HostRefused'
  constructor(
    readonly reason: 'forbidden_address' | 'dns_failed',
    message: string,
  ) {
    super(message)
  }
}

/**
 * The addresses of a host, all of which the guard allows.
 *
 * @param hostname a name, an IPv4 address or an IPv6 address without brackets
 * @throws HostRefused. It does not tell which address a name has: that may be knowledge about a private network
 */
export async function findAddresses(
  hostname: string,
  { guard, resolve, timeoutMs }: { guard: AddressGuard; resolve: Resolver; timeoutMs: number },
): Promise<readonly string[]> {
  const addresses = isIP(hostname) ? [hostname] : await resolveWithin(hostname, resolve, timeoutMs)
  if (addresses.length === 0) throw new HostRefused('dns_failed', `${hostname} has no address`)
  if (!addresses.every((address) => guard.allows(address))) {
    throw new HostRefused('forbidden_address', `${hostname} is not, or not only, at public addresses`)
  }
  return addresses
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
