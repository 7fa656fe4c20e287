import type { FieldName } from '@ecmr/domain'
import { boxOf } from '../../page/line-blocks.js'
import type { RecognisedWord } from '../../page/recognised-page.js'
import type { TextLine } from '../../page/text-lines.js'
import type { ReadValue } from '../../port.js'
import type { FoundField } from '../read-form.js'
import type { FoundValue } from '../values/found-value.js'

// A wrong letter of these makes them useless, so that their weakest word counts.
const CODES =
  /_(tax_id|postal_code|plate|date|weight_kg|volume_m3|packages|hs_code|un_number|adr_class|packing_group|amount|phone|email|from|to|license_number|number|numbers|temperature)$|^(?:reference|declared_value)$/

/** A field of a value that was read of lines; `certainty` says how sure it is that they tell of that field. */
export function fieldOf(
  name: FieldName,
  found: FoundValue<ReadValue>,
  lines: readonly TextLine[],
  certainty: number,
): FoundField {
  const words = wordsOf(found.source, lines)
  return {
    name,
    value: found.value,
    confidence: Math.min(1, confidenceOf(name, words) * found.plausibility * certainty),
    cmrBox: null,
    sourceText: found.source,
    box: words.length === 0 ? null : boxOf(words),
  }
}

function confidenceOf(name: FieldName, words: readonly RecognisedWord[]): number {
  if (words.length === 0) return 0
  if (CODES.test(name)) return Math.min(...words.map(({ confidence }) => confidence))
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const mean = words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters
  return Math.min(mean, 0.15 + Math.min(...words.map(({ confidence }) => confidence)))
}

/** The words of lines that a text was read of; all of them when it cannot be found there. */
export function wordsOf(source: string, lines: readonly TextLine[]): readonly RecognisedWord[] {
  const words = lines.flatMap((line) => line.words)
  const letters = words.map(({ text }) => text.replace(/\s/g, ''))
  const wanted = source.replace(/\s/g, '')
  const at = letters.join('').indexOf(wanted)
  if (at < 0 || wanted === '') return words
  let end = 0
  return words.filter((_, index) => {
    const begin = end
    end += letters[index]?.length ?? 0
    return end > at && begin < at + wanted.length
  })
}
