import { checkFields, type FieldName, fieldNames } from '@ecmr/domain'
import type { FoundField } from '../forms/read-form.js'
import type { DocumentReading, ReadField, ReadingWarning } from '../port.js'
import { isRefused } from './read-fields.js'
import { areValidValues } from './valid-values.js'

const warning = (code: string, message: string, field: FieldName | null = null): ReadingWarning => ({
  code,
  message,
  field,
})

/** The prompt was given to an engine that reads everything and answers nothing. */
export const promptNotUsed = warning(
  'prompt_not_used',
  'The prompt was not used: this engine gives everything that it finds, and answers no questions.',
)

/** What is to be known of the page as a whole. */
export function pageWarnings(page: {
  readonly rawText: string
  readonly fields: readonly ReadField[]
  readonly turned: number
}): readonly ReadingWarning[] {
  const { rawText, fields, turned } = page
  const unsure = fields.filter(({ needs_review }) => needs_review).length
  return [
    ...(fields.length === 0 ? [nothingFound(rawText)] : []),
    ...(turned === 0
      ? []
      : [warning('page_turned', `The page was turned clockwise by ${turned} degrees to be read.`)]),
    ...(unsure * 2 > fields.length
      ? [warning('low_confidence', 'Most of what was found needs a look; a sharper and flatter image helps.')]
      : []),
  ]
}

function nothingFound(rawText: string): ReadingWarning {
  return rawText.trim() === ''
    ? warning('no_text', 'No text was found in the image.')
    : warning(
        'not_a_consignment_note',
        'There is text in the image, but nothing that a consignment note says.',
      )
}

/** One for each value that is none of its field. */
export function refusedValues(found: readonly FoundField[]): readonly ReadingWarning[] {
  return found
    .filter(isRefused)
    .map(({ name }) =>
      warning('invalid_value', `What was read for ${name} is no such value; see its source_text.`, name),
    )
}

/** One for each two or three values that cannot all be what the paper says. */
export function contradictions(data: DocumentReading['data']): readonly ReadingWarning[] {
  const values = Object.fromEntries(Object.entries(data).filter(([, value]) => value !== null))
  if (!areValidValues(values)) return []
  return checkFields(values, 'create').map(({ pointer, message }) =>
    warning('contradiction', message, fieldNames.find((name) => pointer === `/${name}`) ?? null),
  )
}
