import type { FieldName } from '@ecmr/domain'
import type { ReadValue } from '@ecmr/ocr'
import type { RecognisedWord, Rule } from '@ecmr/ocr/testing'

/** How the particulars are laid out on paper. */
export const layouts = ['cmr', 'delivery_note', 'letter', 'two_columns'] as const
export type Layout = (typeof layouts)[number]

export const languages = ['es', 'en', 'fr', 'de'] as const
export type PaperLanguage = (typeof languages)[number]

/** What happened to the paper on its way to the service. */
export const qualities = ['clean', 'noisy', 'skewed', 'photographed'] as const
export type Quality = (typeof qualities)[number]

/** What stands on a page, by the names of a note's fields: all of it, and nothing else. */
export type Truth = Readonly<Partial<Record<FieldName, ReadValue>>>

/** A page as a printer would make it, with everything that is known about it. */
export interface DrawnPage {
  /** RGBA, row by row */
  readonly pixels: Uint8ClampedArray
  readonly width: number
  readonly height: number
  readonly truth: Truth
  /** where each word stands, as perfect recognition would see it */
  readonly words: readonly RecognisedWord[]
  /** the printed lines */
  readonly rules: readonly Rule[]
}

/** One page of the corpus. */
export interface CorpusPage {
  /** such as `cmr-es-clean-0007` */
  readonly id: string
  readonly layout: Layout
  readonly language: PaperLanguage
  readonly quality: Quality
  /** the same seed makes the same bytes */
  readonly seed: number
}
