import type { FieldName } from '@ecmr/domain'
import type { RecognisedWord } from '../../page/recognised-page.js'
import { boxOf, type TextLine, wordsOf } from '../../page/text-lines.js'
import type { ReadValue } from '../../port.js'
import { valueKind } from '../calibrated.js'
import type { FoundField } from '../read-form.js'
import type { FoundValue } from '../values/found-value.js'
import type { Hints } from '../values/index.js'
import { memberField, partyMembers, readParty, readStop } from '../values/party.js'

/** A field of a value that was read of lines; `certainty` says how sure it is that they tell of that field. */
export function fieldOf(
  name: FieldName,
  found: FoundValue<ReadValue>,
  lines: readonly TextLine[],
  certainty: number,
): FoundField {
  const words = wordsOf(lines, found.source)
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
  // A wrong letter of a code makes it useless, so that its weakest word counts.
  if (valueKind(name) === 'code') return Math.min(...words.map(({ confidence }) => confidence))
  const letters = words.reduce((sum, { text }) => sum + text.length, 0)
  const mean = words.reduce((sum, { text, confidence }) => sum + confidence * text.length, 0) / letters
  return Math.min(mean, 0.15 + Math.min(...words.map(({ confidence }) => confidence)))
}

/** The fields of a party whose lines stand together. */
export function partyFields(
  role: 'sender' | 'receiver' | 'carrier',
  lines: readonly TextLine[],
  certainty: number,
  hints: Hints,
): readonly FoundField[] {
  const party = readParty(lines, hints)
  return partyMembers.flatMap((member) => {
    const found = party[member]
    const name = memberField(role, member)
    return found === undefined || name === undefined ? [] : [fieldOf(name, found, found.lines, certainty)]
  })
}

/** Where goods are fetched or brought; a company's name above the address is left out. */
export function stopFields(
  which: 'pickup' | 'delivery',
  lines: readonly TextLine[],
  certainty: number,
): readonly FoundField[] {
  const address = readStop(lines)
  return (['address', 'city', 'postal_code', 'country'] as const).flatMap((member) => {
    const found = address[member]
    return found === undefined ? [] : [fieldOf(`${which}_${member}`, found, found.lines, certainty)]
  })
}
