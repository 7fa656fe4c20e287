import { Resolver as DnsResolver, lookup } from 'node:dns/promises'

/** Finds the addresses of a host name; rejects when there are none. */
export type Resolver = (hostname: string, timeoutMs: number) => Promise<readonly string[]>

/**
 * Asks DNS directly. The operating system's look-up occupies one of four threads until it is done, so a few names
 * with dead servers would hold up everybody; it is asked only for names that DNS says do not exist (/etc/hosts).
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
