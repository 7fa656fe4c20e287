import type { DocumentReading, ReadingWarning } from '@ecmr/ocr'

const sentences: Readonly<Record<string, string>> = {}

/** A reading whose warnings are told in Spanish, as everything else is here. */
export function inSpanish(reading: DocumentReading): DocumentReading {
  return { ...reading, warnings: reading.warnings.map(translated) }
}

function translated(warning: ReadingWarning): ReadingWarning {
  return { ...warning, message: sentences[warning.code] ?? warning.message }
}
