import { DocumentRenderingUnavailable, DocumentTooLarge, LARGEST_DOCUMENT } from '@ecmr/documents'
import { ObjectDamaged, StorageUnavailable } from '@ecmr/storage'
import { Problem } from './problem.js'

/** A document cannot be made or read right now. */
export function documentsUnavailable(detail: string, retryAfterSeconds = 5): Problem {
  return new Problem('documents_unavailable', detail, {
    headers: { 'retry-after': String(retryAfterSeconds) },
  })
}

/** What an error of rendering or of the storage means to the client, if it is one. */
export function problemOfDocuments(error: unknown): Problem | undefined {
  if (error instanceof DocumentTooLarge) return tooLarge(error)
  if (error instanceof DocumentRenderingUnavailable)
    return documentsUnavailable(
      `The document cannot be created right now and nothing was recorded; try again in ${error.retryAfterSeconds} s.`,
      error.retryAfterSeconds,
    )
  if (error instanceof StorageUnavailable)
    return documentsUnavailable(
      'The document storage is not responding or full. Nothing was recorded; try again in a moment.',
    )
  if (error instanceof ObjectDamaged)
    return documentsUnavailable(
      `The file with the SHA-256 ${error.key} is damaged in the storage: ${error.fault}. The operator has to restore it.`,
    )
  return undefined
}

const MOST_NAMED = 5

function tooLarge({ bytes, parts }: DocumentTooLarge): Problem {
  const named = parts
    .slice(0, MOST_NAMED)
    .map(({ name, bytes: size }) => `${name} (${inThousands(size)} bytes)`)
  const detail = `The document would be ${inThousands(bytes)} bytes; the maximum is ${inThousands(LARGEST_DOCUMENT)}. Largest parts: ${named.join(', ')}.`
  return new Problem('document_too_large', detail)
}

const inThousands = (bytes: number): string => bytes.toLocaleString('en')
