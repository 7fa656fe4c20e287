import { type DocumentImage, documentImageInFile } from '@ecmr/ocr'
import type { DegradedPage } from '../../degrade-page.js'

/**
 * An image of the corpus as the service takes it from a request.
 *
 * @throws when the service would not take it: then the corpus is wrong
 */
export function checkedImage({ bytes }: DegradedPage): DocumentImage {
  const checked = documentImageInFile(bytes)
  if (checked.ok) return checked.image
  throw new Error(`a page of the corpus is no image that is read: ${checked.fault.code}`)
}
