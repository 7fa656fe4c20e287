import { sentences } from '../captions/sentences.js'
import type { DocumentLanguage } from '../document-input.js'
import type { RenderAttachment } from '../render-job.js'
import type { PublicEntry, PublicRecord } from './redaction.js'

/** The data that a document is made from, as files inside it: the record first. */
export function attachmentsOf(
  records: readonly PublicRecord[],
  history: readonly PublicEntry[],
  language: DocumentLanguage,
): readonly [record: RenderAttachment, history: RenderAttachment] {
  const [only, ...more] = records
  const isJoint = more.length > 0
  return [
    {
      name: isJoint ? 'records.json' : 'record.json',
      mediaType: 'application/json',
      relationship: 'source',
      description: sentences[language].attached_record,
      bytes: utf8(`${JSON.stringify(isJoint ? records : only, null, 2)}\n`),
    },
    {
      name: 'events.jsonl',
      mediaType: 'application/jsonl',
      relationship: 'supplement',
      description: sentences[language].attached_history,
      bytes: utf8(history.map((entry) => `${JSON.stringify(entry)}\n`).join('')),
    },
  ]
}

export const PROOF_NAME = 'head.tlog-proof'

/** The proof that the log holds the last event of `events.jsonl`, whose hash stands there; it tells nothing of the note. */
export function proofAttachment(proof: string, language: DocumentLanguage): RenderAttachment {
  return {
    name: PROOF_NAME,
    mediaType: 'text/plain',
    relationship: 'supplement',
    description: sentences[language].attached_proof,
    bytes: utf8(proof),
  }
}

const utf8 = (text: string): Uint8Array => Buffer.from(text)
