import type { DocumentImage } from '../../images/document-image.js'
import type { RenderedPicture } from '../../pixels/recognise-page.js'
import type { ShrunkSignature } from '../../signatures/storable-signature.js'
import type { PageRead } from './read-page.js'

/** Only to be looked at, to be read, or to be made smaller. */
export type PageTask = 'picture' | 'page' | 'signature'

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

export function isShrunkSignature(answer: unknown): answer is ShrunkSignature {
  if (!isObject(answer) || !('ok' in answer)) return false
  return answer.ok === true ? 'jpeg' in answer : 'fault' in answer
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
