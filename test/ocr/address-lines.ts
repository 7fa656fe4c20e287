import { type TextLine, textLines } from '@ecmr/ocr/testing'
import { writtenPage } from './written-page.js'

/** Texts under each other, as the lines of an address block. */
export const addressLines = (...texts: readonly string[]): readonly TextLine[] =>
  textLines(writtenPage(texts.map((text, row) => [100, 100 + 26 * row, text])))
