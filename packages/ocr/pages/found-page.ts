import type { FoundGoods } from '../fields/goods/goods-line.js'
import type { FoundField, ReadForm } from '../fields/read-form.js'
import type { PageMarks } from '../kinds/page-marks.js'

/** One page as it was read. */
export interface FoundPage {
  /** from 1, over all files */
  readonly page: number
  readonly form: ReadForm
  readonly rawText: string
  readonly marks: PageMarks
}

/** Something that was found, and on which page. */
export type OnPage<Found> = Found & { readonly page: number }

/** What the pages of one document say together. */
export interface FoundDocument extends Omit<ReadForm, 'fields' | 'goods'> {
  readonly fields: readonly OnPage<FoundField>[]
  readonly goods: readonly OnPage<FoundGoods>[]
  /** the pages that it is made of */
  readonly pages: readonly number[]
}
