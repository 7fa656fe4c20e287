import type { SecretBox } from '../endpoints/secret-box.js'
import { signingKey } from '../sending/sign.js'

/** Opens sealed secrets, and remembers what came of it: an endpoint's secret signs many deliveries in a row. */
export interface SigningKeys {
  /** The key that a sealed secret holds; `undefined` when it cannot be opened. */
  open(sealed: string, owner: string): Uint8Array | undefined
}

const MOST_REMEMBERED = 4_096

export function signingKeys(secrets: SecretBox): SigningKeys {
  const known = new Map<string, Uint8Array | undefined>()
  return {
    open(sealed, owner) {
      const name = `${owner} ${sealed}`
      if (known.has(name)) return known.get(name)
      const key = openOne(secrets, sealed, owner)
      // Secrets come and go, so forgetting all of them now and then is enough.
      if (known.size >= MOST_REMEMBERED) known.clear()
      known.set(name, key)
      return key
    },
  }
}

function openOne(secrets: SecretBox, sealed: string, owner: string): Uint8Array | undefined {
  try {
    return signingKey(secrets.open(sealed, owner))
  } catch {
    return undefined
  }
}
