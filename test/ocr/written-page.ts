import { readFileSync } from 'node:fs'
import {
  type RecognisedPage,
  type RecognisedWord,
  type Rule,
  type TextLine,
  textLines,
} from '@ecmr/ocr/testing'

const LETTER = 10
const HEIGHT = 18

/** A text on a page: its left edge, its top, and what it says. */
export type Written = readonly [x: number, y: number, text: string]

/** A page with texts in type of equal widths, as perfect recognition would see it. */
export function writtenPage(
  texts: readonly Written[],
  {
    rules = [],
    slope = 0,
    confidence = 0.97,
  }: { rules?: readonly Rule[]; slope?: number; confidence?: number } = {},
): RecognisedPage {
  const words = texts.flatMap(([x, y, text]) =>
    Array.from(text.matchAll(/\S+/g), (word): RecognisedWord => {
      const left = x + word.index * LETTER
      const box = { x: left, y: y + slope * left, width: word[0].length * LETTER, height: HEIGHT }
      return { text: word[0], confidence, box }
    }),
  )
  return { width: 1654, height: 2339, words, rules, toImage: [1 / 1654, 0, 0, 0, 1 / 2339, 0, 0, 0, 1] }
}

/** Texts under each other, as the lines of an address block. */
export const addressLines = (...texts: readonly string[]): readonly TextLine[] =>
  textLines(writtenPage(texts.map((text, row) => [100, 100 + 26 * row, text])))

/** The sections of a file of test data by their headings, each with its lines. */
export function dataLines(file: string): ReadonlyMap<string, readonly string[]> {
  const text = readFileSync(new URL(`../../ocr/data/${file}`, import.meta.url), 'utf8')
  return new Map(
    text
      .split(/^# /m)
      .slice(1)
      .map((section) => section.split('\n').filter((line) => line !== ''))
      .map(([heading = '', ...lines]) => [heading, lines]),
  )
}
