import { MOST_WHEN_MENDED, mended } from './mended-writing.js'
import type { FoundField } from './read-form.js'
import { countryAmong, eachText, isTextField } from './text-fields.js'

/** Fields with letters put right that cannot have been printed so; those are to be reviewed. */
export function withLettersMended(
  fields: readonly FoundField[],
  language: string | null,
): readonly FoundField[] {
  const countryOf = countryAmong(fields)
  return fields.map((field) => {
    const { name, value, confidence } = field
    if (value === null || !isTextField(name)) return field
    const right = eachText(value, (text) => mended(text, countryOf(name) ?? language))
    if (String(right) === String(value)) return field
    return { ...field, value: right, confidence: Math.min(MOST_WHEN_MENDED, confidence) }
  })
}
