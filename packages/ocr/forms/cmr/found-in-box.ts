import type { FieldName } from '@ecmr/domain'
import type { TextLine } from '../../page/text-lines.js'
import type { ReadValue } from '../../port.js'
import { unionOf } from '../captions/union-of.js'
import type { FoundField } from '../read-form.js'
import type { FoundValue } from '../values/found-value.js'
import type { FilledBox } from './filled-form.js'
import { howWellRead, type Sensitivity } from './how-well-read.js'
import { wordsOfSource } from './words-of-source.js'

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
  const words = wordsOfSource(lines, found.source)
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
    box: unionOf(words.map((word) => word.box)),
  }
}

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
    sourceText: lines.map(({ text }) => text).join(' '),
    box: unionOf(lines.map((line) => line.box)),
  }
}

/** Captions are known words: a few wrong letters leave little doubt which it is. */
const certaintyOfCaption = (certainty: number): number => (certainty >= 0.8 ? 1 : 0.6 + certainty / 2)
