import type { Language } from '@ecmr/contract'
import type { CompanyProblem } from '@ecmr/read-models'
import { eventLabels, nameIn } from '../notes/shared/labels.js'
import { accountSentence } from './account-entry.js'
import { texts } from './texts.js'

/** An event that is not as it was recorded, in words. */
export interface ProblemEntry {
  /** the note that it belongs to; absent: the company's own stream */
  readonly note: { readonly number: string; readonly href: string } | undefined
  /** what kind of event it is; nobody knows it of one that is missing */
  readonly type: string | undefined
  readonly revision: number | null
  readonly position: string | null
  readonly sentence: string
}

export function problemEntry(
  { problem, ecmr_id, ecmr_number, revision, position, type }: CompanyProblem,
  language: Language,
): ProblemEntry {
  return {
    note: ecmr_id === null ? undefined : { number: ecmr_number ?? ecmr_id, href: `/ecmrs/${ecmr_id}` },
    type:
      type === null ? undefined : (nameIn(eventLabels[language], type) ?? accountSentence(type, language)),
    revision,
    position,
    sentence: texts[language].problems[problem],
  }
}
