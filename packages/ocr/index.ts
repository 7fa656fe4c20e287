export type { FoundField, ReadForm } from './fields/read-form.js'
export {
  type CheckedImage,
  type DocumentImage,
  documentImage,
  documentImageInFile,
  LARGEST_IMAGE,
  LONGEST_DATA_URL,
  MOST_PIXELS,
} from './images/document-image.js'
export { type ImageFault, type ImageType, imageTypes } from './images/image-size.js'
export { READINGS_AT_ONCE } from './limits/limited-per-company.js'
export * from './open-document-reader.js'
export { type Bounds, type Box, type Quarter, turnedBounds } from './page/recognised-page.js'
export * from './port.js'
export { REVIEW_BELOW } from './reading/document-reading.js'
export { COMPANY_HEADER, writeAnswer } from './remote/remote-page-pool.js'
export {
  LARGEST_SIGNATURE,
  LONGEST_SIGNATURE_SIDE,
  type SignatureShrinker,
  storableSignature,
} from './signatures/storable-signature.js'
export { openPagePool, type PagePool } from './tesseract/page-pool.js'
