import { createHash } from 'node:crypto'
import { networkOf } from '@ecmr/runtime'

// Wider than what one customer has at least: attackers with many addresses mostly have them in one subnet.
const SUBNET = { ipv4: 24, ipv6: 48 }

/** What is counted of an account from everywhere, whether it exists or not. */
export function accountSubject(email: string): Uint8Array {
  return subject(`account:${normal(email)}`)
}

/** Of an account from the subnet of an address: a /24 of IPv4, a /48 of IPv6. */
export function accountFromSubject(email: string, address: string): Uint8Array {
  return subject(`account:${normal(email)} network:${networkOf(address, SUBNET)}`)
}

/** Of an account from a browser in which its owner has logged in before. */
export function deviceSubject(email: string, device: string): Uint8Array {
  return subject(`account:${normal(email)} device:${device}`)
}

/** Of an account by who is logged in to it. */
export function insideSubject(email: string): Uint8Array {
  return subject(`account:${normal(email)} inside`)
}

/** Of the links for a forgotten password that an account is sent, from everywhere. */
export function resetsSubject(email: string): Uint8Array {
  return subject(`resets:${normal(email)}`)
}

/** Of those that are asked for from one place: a known browser, or the subnet of an address. */
export function resetsFromSubject(
  email: string,
  from: { readonly device: string } | { readonly address: string },
): Uint8Array {
  const place = 'device' in from ? `device:${from.device}` : `network:${networkOf(from.address, SUBNET)}`
  return subject(`resets:${normal(email)} ${place}`)
}

/** Of codes for the second step of a person's logins: from a browser in which they have logged in before, or from all others. */
export function secondStepSubject(userId: string, device: string | undefined): Uint8Array {
  return subject(`second step:${userId}${device === undefined ? '' : ` device:${device}`}`)
}

/** Of logins by passkey alone that were begun from a network. */
export function passkeyLoginsSubject(address: string): Uint8Array {
  return subject(`passkey logins network:${networkOf(address)}`)
}

/** From a network, whichever accounts it tries: an IPv4 address, or the /64 of IPv6. */
export function networkSubject(address: string): Uint8Array {
  return subject(`network:${networkOf(address)}`)
}

function normal(email: string): string {
  return email.trim().toLowerCase()
}

function subject(name: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(name).digest())
}
