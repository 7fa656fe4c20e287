import type { DocumentImage } from '../images/document-image.js'
import type { PageTask } from '../tesseract/process/messages.js'

/** The address at which a reader takes an image; its bytes are the body, and `task` says what is to be done with it. */
export function pageAddress(task: PageTask, { mediaType, width, height }: DocumentImage): string {
  const facts = new URLSearchParams({ mediaType, width: String(width), height: String(height) })
  return `/pages/${task}?${facts}`
}

/** The header that names the company for which an image is looked at. */
export const COMPANY_HEADER = 'x-company-id'

const BYTES = '$base64'

/** An answer as JSON, with bytes in base64. */
export function writeAnswer(answer: object): string {
  return JSON.stringify(answer, (_key, value: unknown) => {
    // Buffers have been made into this by their own toJSON.
    if (isBufferJson(value)) return { [BYTES]: Buffer.from(value.data).toString('base64') }
    return value instanceof Uint8Array ? { [BYTES]: Buffer.from(value).toString('base64') } : value
  })
}

/** What `writeAnswer` wrote; throws when it is no JSON. */
export function readAnswer(text: string): unknown {
  return JSON.parse(text, (_key, value: unknown) => {
    if (typeof value !== 'object' || value === null || !(BYTES in value)) return value
    return typeof value[BYTES] === 'string' ? Buffer.from(value[BYTES], 'base64') : value
  })
}

function isBufferJson(value: unknown): value is { readonly data: readonly number[] } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'type' in value &&
    value.type === 'Buffer' &&
    'data' in value
  )
}
