import { captionOf } from '../captions/caption.js'
import { sentences } from '../captions/sentences.js'
import { words } from '../captions/words.js'
import type { DocumentInput, DocumentNote } from '../document-input.js'
import { modificationsOf } from './modifications.js'
import type { Box, Line } from './page-data.js'
import { redactHistory } from './redaction.js'
import { writtenDate, writtenInstant } from './values.js'

/** Which version of the document it is, why, and what a reader has to know before relying on it. */
export function aboutBox(input: DocumentInput): Box {
  const { language, url, reason, supersedes, notes } = input
  const said = words[language]
  const [only, ...more] = notes
  return {
    number: '',
    caption: captionOf(words, 'about', language),
    lines: [
      ...(url === undefined ? [{ text: said.preview, tone: 'missing' as const }] : []),
      ...(reason === undefined ? [] : [{ label: said.reasonOfVersion, text: reason }]),
      ...(supersedes === undefined ? [] : [{ label: said.supersedes, text: supersedes }]),
      ...(only !== undefined && more.length === 0 ? stateLines(only, input) : []),
    ],
  }
}

/** What the document is in law. */
export function legalBox({ kind, language, documentId }: DocumentInput): Box {
  return {
    number: '',
    caption: captionOf(words, 'legal', language),
    lines: [
      { text: sentences[language][`about_${kind}`], tone: 'quiet' },
      { label: words[language].document, text: documentId, tone: 'quiet' },
    ],
  }
}

/** Where a note stands in the version that the document states. */
export function stateLines(note: DocumentNote, input: DocumentInput): readonly Line[] {
  const { language } = input
  const { record, noteVersion } = note
  const said = words[language]
  const { cancelled_at, cancel_reason } = record
  const { retain_until } = record.compliance
  return [
    ...(cancelled_at === undefined
      ? []
      : [
          {
            label: `${said.cancelled}, ${writtenInstant(cancelled_at)}`,
            text: cancel_reason ?? '',
            tone: 'missing' as const,
          },
        ]),
    ...(isIssuedLate(note, input) ? [{ text: said.issuedLate, tone: 'missing' as const }] : []),
    ...(modificationsOf(redactHistory(note.history), language).length > 0
      ? [{ text: said.seeModifications }]
      : []),
    { label: said.noteVersion, text: String(noteVersion) },
    ...(retain_until === null ? [] : [{ label: said.keepUntil, text: writtenDate(retain_until, language) }]),
  ]
}

/** Whether the goods were on the way before any document of the note was issued. */
function isIssuedLate({ record, history }: DocumentNote, { url, createdAt }: DocumentInput): boolean {
  if (url === undefined || record.taken_over_at === undefined) return false
  const first = history.find(({ type }) => type === 'DocumentIssued')?.recorded_at ?? createdAt
  return Date.parse(record.taken_over_at) < Date.parse(first)
}
