import { X509Certificate } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { StartFault } from '@ecmr/runtime'
import type { P12Signer } from '@libpdf/core'

/** A key that seals, and whose it is. */
export interface SealCertificate {
  readonly signer: P12Signer
  /** as the certificate names him: by common name, else by organisation */
  readonly holder: string
  readonly validFrom: Date
  readonly validUntil: Date
}

/**
 * Reads a certificate and its key.
 *
 * @param file the path of a PKCS#12 file
 * @throws StartFault saying which setting is wrong, and what it must be
 */
export async function sealCertificate(file: string, password: string): Promise<SealCertificate> {
  const signer = await signerIn(file, password)
  const certificate = new X509Certificate(signer.certificate)
  const { subject } = certificate.toLegacyObject()
  const [holder = 'unnamed'] = [subject.CN ?? subject.O ?? []].flat()
  const read = {
    signer,
    holder,
    validFrom: new Date(certificate.validFrom),
    validUntil: new Date(certificate.validTo),
  }
  const fault = validityFault(read, new Date())
  if (fault !== undefined)
    throw new StartFault(
      `${fault} Put its successor into DOCUMENT_SEAL_FILE, or unset that: then nothing is sealed.`,
    )
  return read
}

/** Why a seal would be worth nothing at an instant; `undefined`: it would not. */
export function validityFault(
  { holder, validFrom, validUntil }: SealCertificate,
  at: Date,
): string | undefined {
  if (at > validUntil) return `The certificate of ${holder} expired at ${validUntil.toISOString()}.`
  if (at < validFrom) return `The certificate of ${holder} is not valid before ${validFrom.toISOString()}.`
  return undefined
}

async function signerIn(file: string, password: string): Promise<P12Signer> {
  const bytes = await readFile(file).catch((cause: unknown) => {
    throw new StartFault(
      `DOCUMENT_SEAL_FILE ${file} cannot be read; it must be a file that this process may read.`,
      {
        cause,
      },
    )
  })
  // It takes a fifth of a second to load, and most installations seal nothing.
  const { P12Signer } = await import('@libpdf/core')
  return P12Signer.create(bytes, password).catch((cause: unknown) => {
    const must =
      'it must be a PKCS#12 file (.p12, .pfx) with a key and its certificate, and DOCUMENT_SEAL_PASSWORD its password'
    throw new StartFault(`DOCUMENT_SEAL_FILE ${file} cannot be opened; ${must}.`, { cause })
  })
}
