import { isIPv4, isIPv6 } from 'node:net'

const GROUPS = 8
const BITS_OF_A_GROUP = 16

/** How many leading bits of an address name its network. */
export interface Prefix {
  readonly ipv4: number
  readonly ipv6: number
}

/** What one customer has at least: an address of IPv4, a whole /64 of IPv6. */
const ONE_CUSTOMER: Prefix = { ipv4: 32, ipv6: 64 }

/**
 * The network that limits count an address as, in one spelling for all spellings of the address. Text that is no address is
 * returned as it is.
 *
 * @example networkOf('2001:db8:1:2::7') // '2001:db8:1:2::/64'
 */
export function networkOf(address: string, prefix: Prefix = ONE_CUSTOMER): string {
  const [bare = ''] = address.split('%', 1)
  if (isIPv4(bare)) return ipv4Network(bare, prefix)
  if (!isIPv6(bare)) return address
  const groups = groupsOf(bare)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return ipv4Network(ipv4Of(groups.slice(6)), prefix)
  const masked = groups.map((group, at) => group & mask(BITS_OF_A_GROUP, prefix.ipv6 - at * BITS_OF_A_GROUP))
  const last = masked.findLastIndex((group) => group !== 0)
  const shown = masked.slice(0, last + 1).map((group) => group.toString(16))
  return `${shown.length === GROUPS ? shown.join(':') : `${shown.join(':')}::`}/${prefix.ipv6}`
}

function ipv4Network(address: string, { ipv4 }: Prefix): string {
  if (ipv4 === 32) return address
  const bytes = address.split('.').map((byte, at) => Number(byte) & mask(8, ipv4 - at * 8))
  return `${bytes.join('.')}/${ipv4}`
}

function ipv4Of(groups: readonly number[]): string {
  return groups.flatMap((group) => [group >> 8, group & 0xff]).join('.')
}

/** The eight groups of an address of IPv6, whichever way it is written. */
function groupsOf(address: string): readonly number[] {
  const [head = '', tail] = address.split('::')
  const [first, last] = [groupsIn(head), groupsIn(tail ?? '')]
  const zeros = Array<number>(Math.max(GROUPS - first.length - last.length, 0)).fill(0)
  return [...first, ...zeros, ...last]
}

function groupsIn(part: string): readonly number[] {
  if (part === '') return []
  return part.split(':').flatMap((group) => {
    if (!isIPv4(group)) return [Number.parseInt(group, 16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [(a << 8) | b, (c << 8) | d]
  })
}

/** Of a number of so many bits, those first ones that belong to a network. */
function mask(width: number, bits: number): number {
  const kept = Math.min(Math.max(bits, 0), width)
  return (2 ** kept - 1) * 2 ** (width - kept)
}
