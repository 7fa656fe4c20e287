import type { EcmrRecord } from '@ecmr/contract'
import type { DocumentLanguage } from '../document-input.js'
import { words } from '../captions/words.js'
import { type CmrContent, cmrContent } from './cmr-content.js'
import { redactRecord } from './redaction.js'
import { writing } from './writing.js'

/** A note in the words of its document, for a page. */
export interface NoteContent extends CmrContent {
  /** what the document is called */
  readonly name: string
}

/**
 * The boxes of a consignment note as its document has them, for showing them in a browser: in the same words, and without the
 * personal data that documents leave out.
 */
export function noteContent(record: EcmrRecord, language: DocumentLanguage): NoteContent {
  const note = writing(redactRecord(record), [], 'cmr', language)
  return { name: words[language].cmr, ...cmrContent(note) }
}
