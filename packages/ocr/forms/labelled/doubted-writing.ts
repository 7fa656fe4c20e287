import type { FieldName } from '@ecmr/domain'
import type { ReadValue } from '../../port.js'
import { likelihoodOfWriting } from '../doubtful-writing.js'
import { MOST_WHEN_MENDED, mended, withoutSpecks } from '../mended-writing.js'
import type { FoundField } from '../read-form.js'
import { countryAmong, eachText, isTextField } from '../text-fields.js'

const CODES = /^(?:reference|goods_marks|carrier_license_number)$|^(?:documents|seal_numbers)$/

// Nobody can know which it was: a nought or an O, a one or an L, a nine or the º of a floor, an eight or a B.
const AMBIGUOUS =
  /(?<![\p{L}\p{N}])0\p{Lu}|(?<![\p{L}\p{N}/-])1-\d{3}|(?<!\/)\b\d{2,} - \d+\/\d|[-–_]\s\d[.,]\d{1,2}$|\b(?:[Uu]nit|UNIT|[Pp]arcela|PARCELA|[Pp]lot|PLOT)\s\d{2,}8\b/u
// What fields of these names do not end or begin with, and a stroke that stands at a word as specks do.
const UNLIKELY: readonly (readonly [RegExp, RegExp])[] = [
  [/^goods_description$/, /\p{L}\s\d{0,2}1(?:;|$)/u],
  [/_city$/, /^.$|\p{L} \p{Ll}{5,}$/u],
  [/_name$/, /^M[ao°º]\s\p{Lu}|& co\.?$/iu],
  [/./, /\p{L}\.? -\p{L}/u],
]
const CAPITAL_AND_SMALL = /(?<!\p{L})\p{Lu}\p{Ll}\d{3}/u
const LIKELY = 0.8

/** Fields with letters put right that cannot be, and less sure where they hold letters that are easily taken for others. */
export function withWritingDoubted(
  fields: readonly FoundField[],
  language: string | null,
): readonly FoundField[] {
  const countryOf = countryAmong(fields)
  return fields.map((field) => doubted(field, language, countryOf(field.name)))
}

function doubted(field: FoundField, language: string | null, country: string | undefined): FoundField {
  const { name, value } = field
  const isText = isTextField(name)
  if (value === null || !(isText || CODES.test(name))) return field
  const where = country ?? language
  const bare = eachText(value, (text) => withSignOf(language, withoutSpecks(text), name))
  const right = isText ? eachText(bare, (text) => mended(text, where)) : bare
  const text = textOf(right)
  const isAmbiguous = AMBIGUOUS.test(text) || (!isText && CAPITAL_AND_SMALL.test(text))
  const isUnlikely = UNLIKELY.some(([names, pattern]) => names.test(name) && pattern.test(text))
  const likely = Math.min(
    isText ? likelihoodOfWriting(text, { language, country }) : 1,
    isAmbiguous || isUnlikely ? LIKELY : 1,
  )
  const most = text === textOf(bare) ? 1 : MOST_WHEN_MENDED
  return { ...field, value: right, confidence: Math.min(most, field.confidence * likely) }
}

const textOf = (value: ReadValue): string => (Array.isArray(value) ? value.join(', ') : String(value))

/** Spanish writes `nº`, and addresses have floors (`2.º`); recognition sees a degree's sign there. */
function withSignOf(language: string | null, text: string, name: FieldName): string {
  const floors = name.endsWith('_address') ? text.replace(/(?<=\d\.)°/gu, 'º') : text
  return language === 'es' ? floors.replace(/(?<=(?<!\p{L})n\.?)°/giu, 'º') : floors
}
