import type { DocumentPdf, PageSource } from '../../images/document-file.js'
import type { DocumentImage } from '../../images/document-image.js'
import type { PagesCounted } from '../../pdf/open-pdf.js'
import type { RenderedPicture } from '../../pixels/recognise-page.js'
import type { ShrunkSignature } from '../../signatures/storable-signature.js'
import type { PageRead } from './read-page.js'

/** Only to be looked at, to be read, or to be made smaller; or the pages of a PDF are to be counted. */
export const pageTasks = ['picture', 'page', 'signature', 'count'] as const
export type PageTask = (typeof pageTasks)[number]

export function isPdf(work: unknown): work is DocumentPdf {
  return isObject(work) && 'bytes' in work && 'mediaType' in work && work.mediaType === 'application/pdf'
}

export function isPage(work: unknown): work is PageSource {
  return isImage(work) || (isPdf(work) && 'page' in work && typeof work.page === 'number')
}

export function isImage(work: unknown): work is DocumentImage {
  return isObject(work) && 'bytes' in work && 'mediaType' in work && 'width' in work && 'height' in work
}

export function isRenderedPicture(answer: unknown): answer is RenderedPicture {
  if (!isObject(answer) || !('ok' in answer)) return false
  return answer.ok === true ? 'picture' in answer : 'fault' in answer
}

export function isPageRead(answer: unknown): answer is PageRead {
  return isRenderedPicture(answer) && (!answer.ok || ('form' in answer && 'rawText' in answer))
}

export function isPagesCounted(answer: unknown): answer is PagesCounted {
  if (!isObject(answer) || !('ok' in answer)) return false
  return answer.ok === true ? 'pages' in answer : 'fault' in answer
}

export function isShrunkSignature(answer: unknown): answer is ShrunkSignature {
  if (!isObject(answer) || !('ok' in answer)) return false
  return answer.ok === true ? 'jpeg' in answer : 'fault' in answer
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
