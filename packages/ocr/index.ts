export type { FoundField, ReadForm } from './fields/read-form.js'
export {
  type CheckedFile,
  type CheckedFiles,
  type DocumentFile,
  type DocumentPdf,
  documentFile,
  documentFileOf,
  documentFiles,
  LARGEST_TOGETHER,
  MOST_PAGES,
  type PageSource,
} from './images/document-file.js'
export {
  type CheckedImage,
  type DocumentImage,
  documentImage,
  documentImageInFile,
  LARGEST_IMAGE,
  LONGEST_DATA_URL,
  MOST_PIXELS,
} from './images/document-image.js'
export { type FileType, type ImageFault, type ImageType, imageTypes, PDF } from './images/image-size.js'
export { PAGES_AT_ONCE, READINGS_AT_ONCE } from './limits/pages-under-way.js'
export * from './open-document-reader.js'
export { type Bounds, type Box, type Quarter, turnedBounds } from './page/recognised-page.js'
export * from './port.js'
export { REVIEW_BELOW } from './reading/review-below.js'
export { COMPANY_HEADER, writeAnswer } from './remote/remote-page-pool.js'
export {
  LARGEST_SIGNATURE,
  LONGEST_SIGNATURE_SIDE,
  type SignatureShrinker,
  storableSignature,
} from './signatures/storable-signature.js'
export { openPagePool, type PagePool } from './tesseract/page-pool.js'
export { type PageTask, pageTasks } from './tesseract/process/messages.js'
