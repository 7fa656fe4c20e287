import type { Language } from '@ecmr/contract'
import { type FieldName, fieldNames, requiredFields } from '@ecmr/domain'
import type { DocumentReading } from '@ecmr/ocr'
import { type FormValues, typedAs } from '../../../forms/form-values.js'
import { fullFieldLabel } from '../shared/labels.js'
import { asSeen } from './as-seen.js'
import { warningSentence } from './warning-texts.js'

/** What is said of a paper note that has just been read. */
export interface PaperSummary {
  /** false: it does not seem to be one, and the form is blank */
  readonly isNote: boolean
  readonly count: number
  /** what a note needs and nobody has read */
  readonly missing: readonly { readonly field: FieldName; readonly label: string }[]
  readonly warnings: readonly string[]
  readonly text: string
}

const LONGEST_TEXT = 20_000

/** @param values what stands in the form at first */
export function paperSummary(
  { warnings, raw_text }: DocumentReading,
  { values, isNote, language }: { values: FormValues; isNote: boolean; language: Language },
): PaperSummary {
  const isBlank = (field: FieldName): boolean => typedAs(values, field) === ''
  const needed = fieldNames.filter((field) => field in requiredFields)
  const sentences = warnings.flatMap((warning) => warningSentence(warning, language) ?? [])
  return {
    isNote,
    count: fieldNames.filter((field) => !isBlank(field)).length,
    missing: needed.filter(isBlank).map((field) => ({ field, label: fullFieldLabel(field, language) })),
    warnings: [...new Set(sentences)],
    text: asSeen(raw_text).trim().slice(0, LONGEST_TEXT),
  }
}
