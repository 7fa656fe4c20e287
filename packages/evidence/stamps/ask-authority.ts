import { createHash, randomBytes, webcrypto } from 'node:crypto'
import { reasonOf } from '@ecmr/runtime'
import { post } from '../http/post.js'

/** The time stamp authority gave none, or one that does not hold. */
export class NoTimeStamp extends Error {
  override readonly name = 'NoTimeStamp'
}

const SHA_256 = '2.16.840.1.101.3.4.2.1'
const NONCE_BYTES = 8

/**
 * Asks a time stamp authority (RFC 3161) for a stamp over a text.
 *
 * @returns its whole answer, DER: `openssl ts -verify -in` reads it. It is over this text, and signed by the certificate in it;
 *   whether that can be trusted is for those to say who trust the authority
 * @throws NoTimeStamp
 */
export async function askAuthority(url: string, text: string, signal: AbortSignal): Promise<Uint8Array> {
  const { request, nonce } = await requestFor(text)
  try {
    const type = 'application/timestamp-query'
    const { status, body } = await post(url, { type, body: request, signal })
    if (status !== 200) throw new Error(`it answered ${status}`)
    await requireStamp(body, Buffer.from(text), nonce)
    return body
  } catch (error) {
    throw new NoTimeStamp(`The time stamp authority (TSA_URL) gave no time stamp: ${reasonOf(error)}.`, {
      cause: error,
    })
  }
}

// The library is loaded at its first use: few installations have an authority, and it takes memory.
async function requestFor(text: string): Promise<{ readonly request: ArrayBuffer; readonly nonce: Buffer }> {
  const { AlgorithmIdentifier, MessageImprint, TimeStampReq } = await import('pkijs')
  const { Integer, OctetString } = await import('asn1js')
  // Positive, and of full length.
  const nonce = randomBytes(NONCE_BYTES)
  nonce[0] = 0x40 | ((nonce[0] ?? 0) & 0x3f)
  const request = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA_256 }),
      hashedMessage: new OctetString({ valueHex: arrayOf(digestOf(Buffer.from(text))) }),
    }),
    nonce: new Integer({ valueHex: arrayOf(nonce) }),
    certReq: true,
  })
  return { request: request.toSchema().toBER(), nonce }
}

async function requireStamp(answer: Uint8Array, text: Uint8Array, nonce: Uint8Array): Promise<void> {
  const { CryptoEngine, PKIStatus, SignedData, TimeStampResp, TSTInfo } = await import('pkijs')
  const { status, timeStampToken } = TimeStampResp.fromBER(arrayOf(answer))
  if (status.status !== PKIStatus.granted && status.status !== PKIStatus.grantedWithMods)
    throw new Error(`it refused (PKIStatus ${status.status})`)
  if (timeStampToken === undefined) throw new Error('its answer has no stamp')
  const signed = new SignedData({ schema: timeStampToken.content })
  const content = signed.encapContentInfo.eContent?.getValue()
  if (content === undefined) throw new Error('its stamp is empty')
  const info = TSTInfo.fromBER(content)
  if (!isSame(info.messageImprint.hashedMessage.valueBlock.valueHexView, digestOf(text)))
    throw new Error('it stamped something else')
  if (info.nonce === undefined || !isSame(info.nonce.valueBlock.valueHexView, nonce))
    throw new Error('it answered another request')
  const engine = new CryptoEngine({ name: 'node', crypto: webcrypto })
  const verified = await signed.verify({ signer: 0, data: arrayOf(text), checkChain: false }, engine)
  if (!verified) throw new Error('the signature of its stamp is wrong')
}

function digestOf(bytes: Uint8Array): Uint8Array {
  return createHash('sha256').update(bytes).digest()
}

function isSame(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

function arrayOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
