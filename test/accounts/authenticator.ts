import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'

// WebAuthn Level 3, section 6.1: flags of authenticator data.
const [PRESENT, VERIFIED, WITH_CREDENTIAL] = [0x01, 0x04, 0x40]

interface Ceremony {
  readonly challenge: string
  readonly origin: string
  readonly rpId: string
  /** uses of the passkey up to now, as the device claims */
  readonly counter?: number
  readonly isVerified?: boolean
}

/** A device that makes one passkey and signs with it whatever it is asked to, wherever, however often it says. */
export function authenticator() {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const base = {
    id: id.toString('base64url'),
    rawId: id.toString('base64url'),
    type: 'public-key',
    clientExtensionResults: {},
  } as const

  function dataOf({ rpId, counter = 0, isVerified = true }: Ceremony, more = 0): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flags = PRESENT | (isVerified ? VERIFIED : 0) | more
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.from([flags]), count])
  }

  return {
    make(asked: Ceremony): RegistrationResponseJSON {
      const length = Buffer.from([0, id.length])
      const data = Buffer.concat([
        dataOf(asked, WITH_CREDENTIAL),
        ...[Buffer.alloc(16), length, id, coseKey(publicKey.export({ format: 'jwk' }))],
      ])
      const attestation = map([
        [text('fmt'), text('none')],
        [text('attStmt'), map([])],
        [text('authData'), bytes(data)],
      ])
      return {
        ...base,
        response: {
          clientDataJSON: clientData('webauthn.create', asked).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
        },
      }
    },
    /** @param userHandle whose it says that it is, base64url */
    show(asked: Ceremony, userHandle?: string): AuthenticationResponseJSON {
      const [client, data] = [clientData('webauthn.get', asked), dataOf(asked)]
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey)
      return {
        ...base,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle !== undefined && { userHandle }),
        },
      }
    },
  }
}

const sha256 = (data: Uint8Array): Buffer => createHash('sha256').update(data).digest()

function clientData(type: string, { challenge, origin }: Ceremony): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

/** COSE (RFC 9053, section 7.1): key type EC2, algorithm ES256, curve P-256, x and y. */
function coseKey({ x = '', y = '' }: { readonly x?: string; readonly y?: string }): Buffer {
  const coordinate = (of: string): Buffer => bytes(Buffer.from(of, 'base64url'))
  return map([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), coordinate(x)],
    [int(-3), coordinate(y)],
  ])
}

// CBOR (RFC 8949), as far as it is needed: lengths below 65,536, integers from -24 to 23.
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([major * 32 + length])
  return Buffer.from(
    length < 256 ? [major * 32 + 24, length] : [major * 32 + 25, Math.floor(length / 256), length % 256],
  )
}
const int = (value: number): Buffer => (value >= 0 ? head(0, value) : head(1, -1 - value))
const bytes = (data: Buffer): Buffer => Buffer.concat([head(2, data.length), data])
const text = (said: string): Buffer => Buffer.concat([head(3, said.length), Buffer.from(said)])
const map = (entries: readonly (readonly [Buffer, Buffer])[]): Buffer =>
  Buffer.concat([head(5, entries.length), ...entries.flat()])
