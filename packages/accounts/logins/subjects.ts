import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'

const GROUPS = 8
const GROUPS_OF_A_NETWORK = 4

/** Whose failures are counted: an account's, whether it exists or not. */
export function accountSubject(email: string): Uint8Array {
  return subject(`account:${email.trim().toLowerCase()}`)
}

/** Likewise those from a network: an IPv4 address, or the /64 of IPv6, of which any customer has all addresses. */
export function networkSubject(address: string): Uint8Array {
  return subject(`network:${networkOf(address)}`)
}

function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::')
  const groups = (part: string): string[] => (part === '' ? [] : part.split(':'))
  const [first, last] = [groups(head), groups(tail ?? '')]
  const zeros = tail === undefined ? 0 : GROUPS - first.length - last.length
  return [...first, ...Array<string>(Math.max(zeros, 0)).fill('0'), ...last]
    .slice(0, GROUPS_OF_A_NETWORK)
    .map((group) => Number.parseInt(group, 16))
    .join(':')
}

function subject(name: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(name).digest())
}
