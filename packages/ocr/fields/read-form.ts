import type { FieldName } from '@ecmr/domain'
import type { Box } from '../page/recognised-page.js'
import type { DocumentType, ReadingWarning, ReadValue } from '../port.js'
import type { FoundGoods } from './goods/goods-line.js'

/** A field that stands on a page. */
export interface FoundField {
  readonly name: FieldName
  /** null: something stands there that cannot be read */
  readonly value: ReadValue | null
  /** 0 to 1: how likely the value is what the paper says */
  readonly confidence: number
  /** 1 to 24 on the CMR form */
  readonly cmrBox: number | null
  /** as it stands there */
  readonly sourceText: string
  /** on the page, in its pixels */
  readonly box: Box | null
}

/** What a page says. */
export interface ReadForm {
  readonly documentType: DocumentType
  /** ISO 639-1; null: unknown */
  readonly language: string | null
  readonly fields: readonly FoundField[]
  readonly warnings: readonly ReadingWarning[]
  /** the lines of its table of goods; absent: it has none */
  readonly goods?: readonly FoundGoods[]
}
