import type { FieldName } from '@ecmr/domain'
import type { RecognisedWord } from '../../page/recognised-page.js'
import { boxOf, type TextLine, wordsOf } from '../../page/text-lines.js'
import type { ReadValue } from '../../port.js'
import type { FoundField } from '../read-form.js'
import { readAddress } from '../values/address.js'
import type { FoundValue } from '../values/found-value.js'
import type { Hints } from '../values/index.js'
import { endsWithLegalForm, memberField, partyMembers, readParty } from '../values/party.js'

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
  if (CODES.test(name)) return Math.min(...words.map(({ confidence }) => confidence))
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
  const [first] = lines
  const below =
    first !== undefined && lines.length > 1 && endsWithLegalForm(first.text) ? lines.slice(1) : lines
  const address = readAddress(below.map((line) => ({ line, text: line.text })))
  return (['address', 'city', 'postal_code', 'country'] as const).flatMap((member) => {
    const found = address[member]
    return found === undefined ? [] : [fieldOf(`${which}_${member}`, found, found.lines, certainty)]
  })
}
