import type { FieldName } from '@ecmr/domain'
import type { RecognisedWord } from '../../page/recognised-page.js'
import { boxOf, lineOf, type TextLine, wordsOf } from '../../page/text-lines.js'
import type { ReadValue } from '../../port.js'
import type { FoundField } from '../read-form.js'
import type { FoundValue, Hints } from '../values/found-value.js'
import { likelihoodOfWriting } from '../writing.js'
import type { FilledBox } from './filled-form.js'

/** What a wrong letter does to a value: changes it, as in numbers, dates and codes, or merely misspells it. */
export type Sensitivity = 'exact' | 'text'

/** Below this a word is doubtful, and with it everything that it belongs to. */
const DOUBTFUL_WORD = 0.6
const MOST_WITH_A_DOUBTFUL_WORD = 0.75

/** How well the words of a value were recognised, 0 to 1. In numbers and codes the weakest word decides. */
export function howWellRead(words: readonly RecognisedWord[], sensitivity: Sensitivity): number {
  if (words.length === 0) return 0
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const mean =
    words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / Math.max(1, letters)
  const weakest = Math.min(...words.map(({ confidence }) => confidence))
  const share = sensitivity === 'exact' ? 0.7 : 0.35
  const together = share * weakest + (1 - share) * mean
  return weakest < DOUBTFUL_WORD ? Math.min(together, MOST_WITH_A_DOUBTFUL_WORD) : together
}

/** Text that the edge of its cell cuts may go on elsewhere. */
const MOST_WHEN_CUT = 0.7

/** A field of a box: what was understood of its lines, and how sure that is. */
export function foundInBox(
  name: FieldName,
  { box, cell, cut }: Pick<FilledBox, 'box' | 'cell' | 'cut'>,
  lines: readonly TextLine[],
  found: FoundValue<ReadValue>,
  sensitivity: Sensitivity,
): FoundField {
  const words = wordsOf(lines, found.source)
  const isCut = words.some((word) => cut.has(word))
  const confidence =
    found.plausibility *
    howWellRead(words, sensitivity) *
    cell.certainty *
    certaintyOfCaption(cell.caption.certainty)
  return {
    name,
    value: found.value,
    confidence: isCut ? Math.min(confidence, MOST_WHEN_CUT) : confidence,
    cmrBox: box,
    sourceText: found.source,
    box: boxOf(words),
  }
}

/** The same, of what may not have been found. */
export const ifInBox = (
  name: FieldName,
  filled: FilledBox,
  lines: readonly TextLine[],
  found: FoundValue<ReadValue | null> | undefined,
  sensitivity: Sensitivity,
): readonly FoundField[] =>
  found === undefined || found.value === null
    ? []
    : [foundInBox(name, filled, lines, { ...found, value: found.value }, sensitivity)]

/** What is written in lines, as it stands there. */
export function textInBox(
  name: FieldName,
  filled: FilledBox,
  lines: readonly TextLine[],
  hints: Hints,
  value?: ReadValue,
): FoundField {
  const source = textOf(lines)
  const plausibility = likelihoodOfWriting(source, hints)
  return foundInBox(name, filled, lines, { value: value ?? source, source, plausibility }, 'text')
}

export const textOf = (lines: readonly TextLine[]): string => lines.map(({ text }) => text).join(' ')

/** Something stands in a box, but it cannot be read as what belongs there. */
export function unreadInBox(
  name: FieldName,
  { box }: Pick<FilledBox, 'box'>,
  lines: readonly TextLine[],
): FoundField {
  return {
    name,
    value: null,
    confidence: 0,
    cmrBox: box,
    sourceText: textOf(lines),
    box: boxOf(lines),
  }
}

/** Captions are known words: a few wrong letters leave little doubt which it is. */
const certaintyOfCaption = (certainty: number): number => (certainty >= 0.8 ? 1 : 0.6 + certainty / 2)

/** Lines without the words of what was understood already; a line of nothing else, or of its caption only, is left out. */
export function linesWithout(lines: readonly TextLine[], sources: readonly string[]): readonly TextLine[] {
  return lines.flatMap((line) => {
    const understood = new Set(
      sources.filter((source) => line.text.includes(source)).flatMap((source) => wordsOf([line], source)),
    )
    const rest = line.words.filter((word) => !understood.has(word))
    const isCaption = rest.length < line.words.length && rest.at(-1)?.text.endsWith(':') === true
    return !isCaption && rest.some(({ text }) => /[\p{L}\p{N}]/u.test(text))
      ? [rest.length === line.words.length ? line : lineOf(rest)]
      : []
  })
}
