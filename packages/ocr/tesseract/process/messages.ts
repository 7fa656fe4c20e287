import type { DocumentImage } from '../../images/document-image.js'
import type { SeenPicture } from '../../pixels/look-at-page.js'
import type { ShrunkSignature } from '../../signatures/signature-shrinker.js'
import type { PageRead } from './read-page.js'

/** Only to be looked at, to be read, or to be made smaller. */
export type Want = 'picture' | 'page' | 'signature'

/** What a process is asked. */
export interface PageJob {
  readonly id: number
  readonly want: Want
  readonly image: DocumentImage
}

/** What a process says of the job with this number. */
export type ProcessMessage = { readonly id: number } & (
  | { readonly kind: 'begun' }
  /** it lacks what recognition needs; nothing that the image could help */
  | { readonly kind: 'unequipped'; readonly reason: string }
  | { readonly kind: 'answered'; readonly answer: SeenPicture | PageRead | ShrunkSignature }
  /** where in the code; what an error says could be text of the document */
  | { readonly kind: 'failed'; readonly at: string }
)

/** A message as it arrives, its answer not yet looked at. */
export type ArrivedMessage =
  | Exclude<ProcessMessage, { readonly kind: 'answered' }>
  | { readonly id: number; readonly kind: 'answered'; readonly answer: unknown }

export function isProcessMessage(message: unknown): message is ArrivedMessage {
  return isObject(message) && 'kind' in message && 'id' in message && typeof message.id === 'number'
}

export function isPageJob(message: unknown): message is PageJob {
  return isObject(message) && 'want' in message && 'image' in message && 'id' in message
}

export function isSeenPicture(answer: unknown): answer is SeenPicture {
  if (!isObject(answer) || !('ok' in answer)) return false
  return answer.ok === true ? 'picture' in answer : 'fault' in answer
}

export function isPageRead(answer: unknown): answer is PageRead {
  return isSeenPicture(answer) && (!answer.ok || ('form' in answer && 'rawText' in answer))
}

export function isShrunkSignature(answer: unknown): answer is ShrunkSignature {
  if (!isObject(answer) || !('ok' in answer)) return false
  return answer.ok === true ? 'jpeg' in answer : 'fault' in answer
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
