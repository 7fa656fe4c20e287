import type { Language } from '@ecmr/contract'
import { type FieldName, fieldNames } from '@ecmr/domain'
import { isOnce } from '../../../commands/caller.js'
import type { FormState } from '../../../forms/form.js'
import { typedAs } from '../../../forms/form-values.js'
import { fullFieldLabel } from '../shared/labels.js'
import { type PaperReads, sentReads } from './paper-read.js'
import type { PaperSummary } from './paper-summary.js'

/** The name of the hidden control that says under which name the browser keeps the picture. */
export const PICTURE_KEY = 'picture'

/** A paper note beside the form that was filled from it. */
export interface Paper {
  /** under which the browser keeps the picture, as we do not */
  readonly key: string
  /** a data URL; only on the page that answers its reading */
  readonly picture?: string
  readonly reads: PaperReads
  /** what somebody should look at */
  readonly doubts: readonly { readonly field: FieldName; readonly label: string }[]
  /** only on the page that answers its reading */
  readonly summary?: PaperSummary
}

/** The paper note of a form that was sent and is shown again; `undefined` when it has none. */
export function keptPaper({ values }: FormState, language: Language): Paper | undefined {
  const key = typedAs(values, PICTURE_KEY)
  if (!isOnce(key)) return undefined
  const reads = sentReads(values, language)
  return { key, reads, doubts: doubtsIn(reads, language) }
}

/** The fields that somebody should look at, in the order of a printed note. */
export function doubtsIn(reads: PaperReads, language: Language): Paper['doubts'] {
  return fieldNames
    .filter((field) => reads[field]?.doubt !== undefined)
    .map((field) => ({ field, label: fullFieldLabel(field, language) }))
}
