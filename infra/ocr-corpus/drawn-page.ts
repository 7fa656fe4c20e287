import type { EcmrFields, FieldName } from '@ecmr/domain'
import type { ReadValue } from '@ecmr/ocr'
import type { RecognisedWord, Rule } from '@ecmr/ocr/testing'

/** The languages of papers. */
export const languages = ['es', 'en', 'fr', 'de', 'it', 'pt'] as const
export type PaperLanguage = (typeof languages)[number]

/** What stands on a page, by the names of a note's fields: all of it, and nothing else. */
export type Truth = Readonly<Partial<Record<FieldName, ReadValue>>>

/** One line of goods, by the names of the interface. */
export type GoodsItem = NonNullable<EcmrFields['goods_items']>[number]

/** A page as a printer would make it, with everything that is known about it. */
export interface DrawnPage {
  /** RGBA, row by row */
  readonly pixels: Uint8ClampedArray
  readonly width: number
  readonly height: number
  readonly truth: Truth
  /** the rows of its table of goods; none where it has no table */
  readonly goods: readonly GoodsItem[]
  /** where each word stands, as perfect recognition would see it */
  readonly words: readonly RecognisedWord[]
  /** the printed lines */
  readonly rules: readonly Rule[]
}
