import { Resolver as DnsResolver, lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { AddressRefusal, PortRules } from './address-guard.js'

const LOOPBACK = ['127.0.0.1', '::1']

/**
 * The addresses of a host known without DNS: one that is an address itself, or a name of this machine
 * (RFC 6761, section 6.3). Undefined for every other name: who asks DNS for those may learn about a private network.
 */
export function knownAddresses(hostname: string): readonly string[] | undefined {
  if (isIP(hostname)) return [hostname]
  const name = hostname.replace(/\.$/, '')
  return name === 'localhost' || name.endsWith('.localhost') ? LOOPBACK : undefined
}

/** Finds the addresses of a host name; rejects when there are none. */
export type Resolver = (hostname: string, timeoutMs: number) => Promise<readonly string[]>

/**
 * Asks DNS directly. The operating system's look-up occupies one of four threads until it is done, so a few names
 * with dead servers would hold up all others; it is used only for names that DNS says do not exist (/etc/hosts).
 */
export const systemResolver: Resolver = async (hostname, timeoutMs) => {
  const name = hostname.replace(/\.$/, '')
  const dns = new DnsResolver({ timeout: timeoutMs, tries: 1 })
  const answers = await Promise.allSettled([dns.resolve4(name), dns.resolve6(name)])
  const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
  if (addresses.length > 0) return addresses
  const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const fault = faults.find((reason) => !isNotFound(reason))
  if (fault !== undefined) throw fault
  return (await lookup(name, { all: true })).map(({ address }) => address)
}

/** DNS has answered that there is no such name, or none with addresses. */
function isNotFound(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')
}

/** Why a host cannot be connected to. */
export class HostRefused extends Error {
  override readonly name = 'HostRefused'
  constructor(
    readonly reason: AddressRefusal | 'no_public_address',
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
 * A name that has no address and one that leads where it must not are refused in the same words, and after the same time:
 * the difference would tell which names there are in a private network.
 *
 * @param hostname a name, an IPv4 address or an IPv6 address without brackets
 * @throws HostRefused
 */
export async function findAddresses(hostname: string, rules: HostRules): Promise<readonly string[]> {
  const known = knownAddresses(hostname)
  if (known === undefined) return resolveAllowed(hostname, rules)
  const reason = refusalOf(known, rules.port)
  if (reason !== undefined) throw new HostRefused(reason, `${hostname} ${SENTENCES[reason]}`)
  return known
}

/** The reason why not all of some addresses may be connected to; undefined when they may. */
export function refusalOf(addresses: readonly string[], port: PortRules): AddressRefusal | undefined {
  const refusals = new Set(addresses.map((address) => port.refusal(address)))
  return (['not_public', 'own_port'] as const).find((reason) => refusals.has(reason))
}

const SENTENCES: Readonly<Record<AddressRefusal, string>> = {
  not_public: 'is not, or not only, at public addresses',
  own_port: 'is not public, and the port belongs to this service itself',
}

/** Longer than DNS nearly always takes. */
const REFUSED_AFTER_MS = 500

async function resolveAllowed(hostname: string, rules: HostRules): Promise<readonly string[]> {
  const refusedAt = performance.now() + REFUSED_AFTER_MS
  const addresses = await resolveWithin(hostname, rules)
  if (addresses.length > 0 && refusalOf(addresses, rules.port) === undefined) return addresses
  await delay(Math.max(0, refusedAt - performance.now()))
  throw new HostRefused('no_public_address', `${hostname} has no address, or not only public ones`)
}

/** None when there are none, or DNS does not answer. */
async function resolveWithin(
  hostname: string,
  { resolve, timeoutMs }: HostRules,
): Promise<readonly string[]> {
  const isAnswered = new AbortController()
  const late = delay(timeoutMs, [], { signal: isAnswered.signal }).catch(() => [])
  try {
    return await Promise.race([resolve(hostname, timeoutMs), late])
  } catch {
    return []
  } finally {
    isAnswered.abort()
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
