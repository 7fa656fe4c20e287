import { webcrypto, X509Certificate } from 'node:crypto'
import { reasonOf } from '@ecmr/runtime'
import type { Certificate } from 'pkijs'

/** A time stamp is not over the text, or not by an authority that is trusted. */
export class StampRefused extends Error {
  override readonly name = 'StampRefused'
}

/** A file does not hold certificates in PEM. */
export class NoCertificates extends Error {
  override readonly name = 'NoCertificates'
}

/** RFC 3161, section 2.3: a certificate that may sign time stamps, and nothing else. */
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8'
const PEM = /-----BEGIN CERTIFICATE-----[\w+/=\s]+-----END CERTIFICATE-----/g

/**
 * When an authority stamped a text (RFC 3161), by its own clock.
 *
 * @param answer the authority's whole answer, DER
 * @param trusted certificates of authorities, PEM: that of the signer, or one that leads to it
 * @throws NoCertificates
 * @throws StampRefused
 */
export async function verifyStamp(answer: Uint8Array, text: string, trusted: string): Promise<Date> {
  const { Certificate, CryptoEngine, SignedData, TimeStampResp, TSTInfo } = await import('pkijs')
  const trustedCerts = certificatesIn(trusted, (der) => Certificate.fromBER(der))
  const engine = new CryptoEngine({ name: 'node', crypto: webcrypto })
  try {
    const { timeStampToken } = TimeStampResp.fromBER(arrayOf(answer))
    if (timeStampToken === undefined) throw new Error('the answer has no stamp')
    const signed = new SignedData({ schema: timeStampToken.content })
    const content = signed.encapContentInfo.eContent?.getValue()
    if (content === undefined) throw new Error('the stamp is empty')
    const data = arrayOf(Buffer.from(text))
    const checks = { signer: 0, data, trustedCerts, extendedMode: true } as const
    const { signatureVerified, signerCertificate } = await signed.verify(checks, engine)
    if (signatureVerified !== true || !signerCertificate) throw new Error('its signature is wrong')
    const signer = x509Of(signerCertificate)
    if (!mayStamp(signer)) throw new Error('its certificate is not for time stamps')
    const { genTime } = TSTInfo.fromBER(content)
    // The library follows a certificate to those that issued it, and does not take one that is trusted itself.
    const isTrusted = trustedCerts.some((one) => x509Of(one).raw.equals(signer.raw))
    if (!isTrusted) await signed.verify({ ...checks, checkChain: true }, engine)
    else if (!isValidAt(signer, genTime)) throw new Error('its certificate was not valid at that time')
    return genTime
  } catch (error) {
    const reason = error instanceof Error || typeof error !== 'object' ? reasonOf(error) : messageOf(error)
    throw new StampRefused(`it is no time stamp of that authority over this text: ${reason}`, {
      cause: error,
    })
  }
}

/** The library throws objects that are no errors. */
function messageOf(thrown: object | null): string {
  return thrown && 'message' in thrown ? String(thrown.message) : 'it cannot be read'
}

function certificatesIn(pem: string, parse: (der: ArrayBuffer) => Certificate): Certificate[] {
  try {
    const found = (pem.match(PEM) ?? []).map((one) => parse(arrayOf(new X509Certificate(one).raw)))
    if (found.length > 0) return found
  } catch {
    // A sentence without the library's words follows.
  }
  throw new NoCertificates('it does not hold certificates in PEM')
}

function x509Of(certificate: Certificate): X509Certificate {
  return new X509Certificate(Buffer.from(certificate.toSchema().toBER()))
}

function isValidAt({ validFrom, validTo }: X509Certificate, instant: Date): boolean {
  return Date.parse(validFrom) <= instant.getTime() && instant.getTime() <= Date.parse(validTo)
}

function mayStamp({ keyUsage }: X509Certificate): boolean {
  return keyUsage?.length === 1 && keyUsage[0] === TIME_STAMPING
}

function arrayOf(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer
}
