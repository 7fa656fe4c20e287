import type { ImageFault, TooManyReadings } from '@ecmr/ocr'
import type { FormFault } from './sent-picture.js'

/** Why a paper note is not read. */
export type PaperFault =
  | FormFault
  | ImageFault
  | TooManyReadings
  | { readonly code: 'unavailable'; readonly retryAfterSeconds: number }

/** The HTTP status of a fault. */
export function statusOf({ code }: PaperFault): 400 | 413 | 429 | 503 {
  switch (code) {
    case 'too_large':
    case 'too_many_pixels':
      return 413
    case 'too_many_at_once':
      return 429
    case 'unavailable':
      return 503
    default:
      return 400
  }
}
