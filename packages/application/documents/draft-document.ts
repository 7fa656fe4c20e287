import type { DocumentLanguage } from '@ecmr/documents'
import { type DocumentKind, usualKind } from '@ecmr/domain'
import { v7 as uuidv7 } from 'uuid'
import type { DocumentUseCases } from './document-cases.js'
import { languageOf } from './plan-version.js'
import { type LoadedNote, proceduresUrl, stated, statedCheckpoint } from './version-input.js'

/**
 * A note as a file that says DRAFT: without an address and a QR code, and nothing is recorded or kept.
 *
 * @throws DocumentRenderingUnavailable, DocumentTooLarge
 */
export async function draftDocument(
  cases: DocumentUseCases,
  loaded: LoadedNote,
  wanted: {
    readonly kind?: DocumentKind | undefined
    readonly language?: DocumentLanguage | undefined
    readonly signal: AbortSignal
  },
): Promise<Uint8Array> {
  const { files, siteUrl, clock = () => new Date() } = cases
  const { note } = loaded
  const language = wanted.language ?? languageOf(note)
  const now = `${clock().toISOString().slice(0, 19)}Z`
  const checkpoint = await statedCheckpoint(cases)
  const input = {
    ...{ kind: wanted.kind ?? usualKind(note), language, documentId: uuidv7(), version: 1 },
    ...({ mark: 'draft', createdAt: now, modifiedAt: now } as const),
    ...(checkpoint && { checkpoint }),
    ...{ proceduresUrl: proceduresUrl(siteUrl), notes: [stated(loaded, language, siteUrl)] },
  }
  const { bytes } = await files.render(input, { companyId: note.company_id, signal: wanted.signal })
  return bytes
}
