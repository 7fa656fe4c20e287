import type { FieldName } from '@ecmr/domain'
import { shortFieldName } from '../captions/field-names.js'
import { words } from '../captions/words.js'
import type { DocumentKind, DocumentLanguage } from '../document-input.js'
import type { Line } from './page-data.js'
import type { PublicEntry, PublicRecord } from './redaction.js'
import { writtenValue } from './values.js'

/** A note being written in a language. */
export interface Writing {
  readonly record: PublicRecord
  readonly history: readonly PublicEntry[]
  readonly language: DocumentLanguage
  /** what the regime of the document asks for and the note does not say */
  readonly missing: ReadonlySet<string>
}

/** Begins to write a note for a kind of document. */
export function writing(
  record: PublicRecord,
  history: readonly PublicEntry[],
  kind: DocumentKind,
  language: DocumentLanguage,
): Writing {
  const missing = new Set(record.compliance[kind].missing.map(({ field }) => field))
  return { record, history, language, missing }
}

type PublicField = Extract<FieldName, keyof PublicRecord>

/** What a field says, without its name. */
export function written({ record, language }: Writing, field: PublicField): string | undefined {
  const value = record[field]
  return value === undefined ? undefined : writtenValue(field, value, language)
}

/** A field by name; that it is not given, where the regime asks for it. */
export function named(note: Writing, field: PublicField): readonly Line[] {
  const text = written(note, field)
  if (text === undefined) return lacking(note, field)
  return [{ label: shortFieldName(field, note.language), text }]
}

/** A field that needs no name beside its value. */
export function bare(note: Writing, field: PublicField, tone?: 'strong'): readonly Line[] {
  const text = written(note, field)
  if (text === undefined) return lacking(note, field)
  return [tone === undefined ? { text } : { text, tone }]
}

/** That a field is not given, where the regime asks for it. */
export function lacking({ missing, language }: Writing, field: FieldName): readonly Line[] {
  if (!missing.has(field)) return []
  return [{ label: shortFieldName(field, language), text: words[language].notGiven, tone: 'missing' }]
}
