import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'

const DAY = 86_400_000
const ECDSA_WITH_SHA256 = '06082a8648ce3d040302'
const COMMON_NAME = '0603550403'
const BASIC_CONSTRAINTS = '0603551d13'
const SUBJECT_ALT_NAME = '0603551d11'

/** A certificate that signs itself, for `localhost` and 127.0.0.1, valid today; PEM. Node can sign but not make one. */
export function selfSigned(): { readonly cert: string; readonly key: string } {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = der(0x30, oid(ECDSA_WITH_SHA256))
  const body = toBeSigned(algorithm, publicKey)
  const signature = der(0x03, Buffer.of(0), sign('sha256', body, privateKey))
  const whole = der(0x30, body, algorithm, signature).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replace(/(.{64})/g, '$1\n')}\n-----END CERTIFICATE-----\n`,
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  }
}

/** RFC 5280, section 4.1. */
function toBeSigned(algorithm: Buffer, publicKey: KeyObject): Buffer {
  const name = der(0x30, der(0x31, der(0x30, oid(COMMON_NAME), der(0x0c, Buffer.from('localhost')))))
  const validity = der(0x30, time(Date.now() - DAY), time(Date.now() + DAY))
  const names = der(0x30, der(0x82, Buffer.from('localhost')), der(0x87, Buffer.of(127, 0, 0, 1)))
  const authority = der(0x30, der(0x01, Buffer.of(0xff)))
  const extensions = der(
    0x30,
    der(0x30, oid(BASIC_CONSTRAINTS), der(0x04, authority)),
    der(0x30, oid(SUBJECT_ALT_NAME), der(0x04, names)),
  )
  return der(
    0x30,
    der(0xa0, der(0x02, Buffer.of(2))),
    der(0x02, Buffer.of(1)),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, extensions),
  )
}

/** Tag, length, content. */
function der(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  const { length } = body
  const header =
    length < 128
      ? [tag, length]
      : length < 256
        ? [tag, 0x81, length]
        : [tag, 0x82, length >>> 8, length & 0xff]
  return Buffer.concat([Buffer.from(header), body])
}

function oid(hex: string): Buffer {
  return Buffer.from(hex, 'hex')
}

function time(at: number): Buffer {
  const digits = new Date(at).toISOString().replace(/[-:T]|\.\d+/g, '')
  return der(0x17, Buffer.from(digits.slice(2)))
}
