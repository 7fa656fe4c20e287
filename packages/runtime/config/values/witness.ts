import { urlWith } from './url.js'

/** A witness of checkpoints (C2SP `tlog-witness`). */
export interface WitnessAddress {
  /** what its routes stand below, without a slash at its end */
  readonly url: string
  /** verifier key (C2SP `signed-note`) of its cosignatures */
  readonly vkey: string
}

/** Reads a witness: its URL, a space, its verifier key. Throws when it is none. */
export function witness(text: string): WitnessAddress {
  const [, address = '', vkey = ''] = /^(\S+) +([^\s+]+\+[\da-f]{8}\+[A-Za-z0-9+/=]+)$/.exec(text) ?? []
  const { username, password, search, hash } = new URL(urlWith(['http:', 'https:'], address))
  if (username || password || search || hash) throw new RangeError('a URL without credentials and query')
  return { url: address.replace(/\/+$/, ''), vkey }
}
