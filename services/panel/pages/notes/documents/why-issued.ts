import { fullFieldLabel, type Language } from '@ecmr/contract'
import { changesDocuments, type IssuedDocument, type Note, toEcmrEvent } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { documentLanguageLabels, eventSentence } from '../shared/labels.js'
import { documentTexts } from './texts.js'

const MOST = 4
const MOST_FIELDS = 3

/**
 * Why a version was issued, a sentence each: its reason, another language, and what has happened to the note since the version
 * before it.
 *
 * @param document one of the note's
 */
export function whyIssued(
  document: IssuedDocument,
  { documents }: Pick<Note, 'documents'>,
  events: readonly RecordedEvent[],
  language: Language,
): readonly string[] {
  const said = documentTexts[language].versions
  const before = documents.find(
    ({ document_id, version }) => document_id === document.document_id && version === document.version - 1,
  )
  const reasons = document.reason === undefined ? [] : [said.reason(document.reason)]
  if (!before) return [document.supersedes === undefined ? said.first : said.newAddress, ...reasons]
  if (before.language !== document.language)
    reasons.push(said.otherLanguage(documentLanguageLabels[language][document.language]))
  const changes = events
    .slice(before.note_version, document.note_version)
    .flatMap((event) => changeSentence(event, language))
  const shown = changes.slice(0, MOST)
  const left = changes.length - shown.length
  const found = [...reasons, ...shown, ...(left > 0 ? [said.more(left)] : [])]
  return found.length > 0 ? found : [said.otherNote]
}

/** What an event changes of a document, in words, with the first of its fields. */
function changeSentence(recorded: RecordedEvent, language: Language): readonly string[] {
  const event = toEcmrEvent(recorded)
  if (!event || !changesDocuments(event)) return []
  const sentence = eventSentence(recorded, language)
  const fields = 'changes' in event.data ? event.data.changes : []
  if (fields.length === 0) return [sentence]
  const names = fields.slice(0, MOST_FIELDS).map(({ field }) => fullFieldLabel(field, language))
  return [`${sentence}: ${names.join(', ')}${fields.length > MOST_FIELDS ? '…' : ''}`]
}
