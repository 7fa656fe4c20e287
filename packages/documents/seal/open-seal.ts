import { isTimeout } from '@ecmr/process-pool'
import type { DocumentSealSource } from '@ecmr/runtime'
import { DocumentRenderingUnavailable, DocumentTooLarge, LARGEST_DOCUMENT } from '../renderer/port.js'
import { type SealCertificate, sealCertificate, validityFault } from './certificate.js'
import { NoTimeStamp, timeStampAuthority } from './time-stamps.js'

/** When a document is sealed, and until when someone waits for that. */
export interface SealingMoment {
  readonly at: Date
  readonly signal: AbortSignal
}

/** Seals documents: a PAdES signature of a certificate's holder, shown as his seal and called nothing more. */
export interface Seal {
  readonly holder: string
  readonly validUntil: Date
  /**
   * The document with a seal behind its bytes, which stay as they are: still PDF/A-3a.
   *
   * @throws DocumentRenderingUnavailable when the certificate has expired, the time stamp authority gives no time stamp, or it takes
   *   longer than `moment.signal` waits (`AbortSignal.timeout`)
   * @throws DocumentTooLarge when it has more than LARGEST_DOCUMENT bytes with its seal
   * @throws the signal's reason when it aborts otherwise
   */
  seal(pdf: Uint8Array, moment: SealingMoment): Promise<Uint8Array>
  /** why the last document could not be sealed; absent: it could */
  state(): { readonly fault?: string }
}

/**
 * Opens the seal of this installation.
 *
 * @example
 * const seal = config.documentSeal && (await openSeal(config.documentSeal))
 * @throws StartFault when the file cannot be read, the password is another one, or the certificate is not valid now
 */
export async function openSeal({ file, password, tsaUrl }: DocumentSealSource): Promise<Seal> {
  const certificate = await sealCertificate(file, password)
  const { holder, validUntil } = certificate
  let fault: string | undefined
  return {
    holder,
    validUntil,
    state: () => (fault === undefined ? {} : { fault }),
    async seal(pdf, moment) {
      try {
        const sealed = await sealedBy(certificate, tsaUrl, pdf, moment)
        fault = undefined
        return sealed
      } catch (error) {
        if (isTimeout(error))
          throw new DocumentRenderingUnavailable(AGAIN_SECONDS, 'there was no time left to seal', {
            cause: error,
          })
        if (error instanceof DocumentRenderingUnavailable) fault = error.reason
        throw error
      }
    },
  }
}

// The signature itself with what it says of itself, and a time stamp; beside them stand the certificates.
const SIGNATURE_SIZE = 4 * 1024
const TIME_STAMP_SIZE = 12 * 1024
const AGAIN_SECONDS = 30

async function sealedBy(
  certificate: SealCertificate,
  tsaUrl: string | undefined,
  pdf: Uint8Array,
  { at, signal }: SealingMoment,
): Promise<Uint8Array> {
  signal.throwIfAborted()
  const invalid = validityFault(certificate, at)
  if (invalid !== undefined) throw new DocumentRenderingUnavailable(AGAIN_SECONDS, invalid)
  const { PDF } = await import('@libpdf/core')
  const { signer } = certificate
  const timestampAuthority = tsaUrl === undefined ? undefined : await timeStampAuthority(tsaUrl, signal)
  const chain = [signer.certificate, ...signer.certificateChain].reduce((sum, { length }) => sum + length, 0)
  const loaded = await PDF.load(pdf)
  const { bytes } = await loaded
    .sign({
      signer,
      signingTime: at,
      estimatedSize: SIGNATURE_SIZE + chain + (timestampAuthority ? TIME_STAMP_SIZE : 0),
      ...(timestampAuthority ? { level: 'B-T', timestampAuthority } : { level: 'B-B' }),
    })
    .catch((cause: unknown) => {
      if (cause instanceof NoTimeStamp)
        throw new DocumentRenderingUnavailable(AGAIN_SECONDS, cause.message, { cause })
      throw cause
    })
  if (bytes.length > LARGEST_DOCUMENT) throw new DocumentTooLarge(bytes.length, partsOf(pdf, bytes))
  return bytes
}

const partsOf = (pdf: Uint8Array, sealed: Uint8Array) => [
  { name: 'document', bytes: pdf.length },
  { name: 'seal', bytes: sealed.length - pdf.length },
]
