import type { RenderJob } from '../../render-job.js'
import type { DocumentPart } from '../port.js'

/** What a process answers. */
export type RenderAnswer =
  | {
      readonly ok: true
      readonly bytes: Uint8Array
      readonly pages: number
      readonly replacedCharacters: readonly string[]
      readonly omittedPictures: readonly string[]
    }
  /** it would be too large */
  | { readonly ok: false; readonly bytes: number; readonly parts: readonly DocumentPart[] }

export function isRenderJob(work: unknown): work is RenderJob {
  return isObject(work) && 'template' in work && 'data' in work && 'attachments' in work && 'images' in work
}

export function isRenderAnswer(answer: unknown): answer is RenderAnswer {
  if (!isObject(answer) || !('ok' in answer)) return false
  return answer.ok === true ? 'pages' in answer && 'replacedCharacters' in answer : 'parts' in answer
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
