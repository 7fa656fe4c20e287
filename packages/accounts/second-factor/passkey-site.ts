import { isIP } from 'node:net'

/** For which site passkeys are made, and where they are used. */
export interface PasskeySite {
  /** the relying party: the host's name. Passkeys are worth nothing for another one */
  readonly rpId: string
  readonly origin: string
}

/** Why there can be no passkeys at an address: browsers make them for names, and over https. */
export type NoPasskeys = 'needs_https' | 'needs_name'

/**
 * The site of passkeys, from the public address of the panel.
 *
 * @example
 * passkeySite('https://ecmr.example.com') // { rpId: 'ecmr.example.com', origin: 'https://ecmr.example.com' }
 */
export function passkeySite(siteUrl: string): PasskeySite | NoPasskeys {
  const { protocol, hostname, origin } = new URL(siteUrl)
  if (isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return 'needs_name'
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  if (protocol !== 'https:' && !isLocal) return 'needs_https'
  return { rpId: hostname, origin }
}
