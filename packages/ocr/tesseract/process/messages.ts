import type { DocumentImage } from '../../images/document-image.js'
import type { RenderedPicture } from '../../pixels/recognise-page.js'
import type { ShrunkSignature } from '../../signatures/storable-signature.js'
import type { PageRead } from './read-page.js'

/** Only to be looked at, to be read, or to be made smaller. */
export type PageTask = 'picture' | 'page' | 'signature'

/** What a process is asked. */
export interface PageJob {
  readonly id: number
  readonly task: PageTask
  readonly image: DocumentImage
}

/** What a process says of the job with this number. */
export type ProcessMessage = { readonly id: number } & (
  | { readonly kind: 'begun' }
  /** it lacks what recognition needs; nothing that the image could help */
  | { readonly kind: 'unequipped'; readonly reason: string }
  | { readonly kind: 'answered'; readonly answer: RenderedPicture | PageRead | ShrunkSignature }
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
  return isObject(message) && 'task' in message && 'image' in message && 'id' in message
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
