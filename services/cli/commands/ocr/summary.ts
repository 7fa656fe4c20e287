import type { DocumentReading, ReadField } from '@ecmr/ocr'
import { table } from '../../output/table.js'

/** What was read, for the terminal. Whatever the paper says is shown without the characters that terminals obey. */
export function summaryOf(reading: DocumentReading): string {
  const { document_type, language, engine, fields, missing_fields, warnings, answer } = reading
  const lines = [
    `${document_type}, language ${language ?? 'unknown'}, by ${engine.provider} ${engine.model} in ${(engine.ms / 1_000).toFixed(1)} s`,
    '',
    table(fields.map(row), 'No field of a consignment note was found.'),
  ]
  if (missing_fields.length > 0) lines.push('', `Missing: ${missing_fields.join(', ')}.`)
  if (answer !== null) lines.push('', printable(answer))
  for (const { message } of warnings) lines.push('', `Warning: ${printable(message)}`)
  return lines.join('\n')
}

const row = ({ name, value, confidence, cmr_box, needs_review }: ReadField) => ({
  field: name,
  value: value === null ? null : printable([value].flat().join(', ')),
  confidence: confidence.toFixed(2),
  box: cmr_box,
  review: needs_review ? 'look at it' : '',
})

const printable = (text: string): string => text.replace(/\p{Cc}+/gu, ' ')
