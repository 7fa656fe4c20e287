import type { DriverPhotographKind } from '@ecmr/contract'
import type { SentFile } from '@ecmr/attachments'
import { addAttachment, type Added } from '../attachments/add-attachment.js'
import type { AttachmentCases } from '../attachments/attachment-cases.js'
import { identifiedCaller, keyOfDriver } from './act-by-link.js'
import type { OpenedDriverLink } from './open-driver-link.js'

/**
 * Adds a photograph that a driver has taken, once for each key. The file is the caller's to discard.
 *
 * @throws as `addAttachment`; the same key may be used again
 */
export async function photographByLink(
  cases: AttachmentCases,
  link: OpenedDriverLink,
  by: {
    readonly secret: string
    readonly key: string
    readonly kind: DriverPhotographKind
    readonly file: SentFile
    readonly correlationId: string
  },
): Promise<Added | { readonly outcome: 'unknown_device' }> {
  const caller = await identifiedCaller(cases.pool, link, by)
  if (caller === undefined) return { outcome: 'unknown_device' }
  const key = keyOfDriver(link, { action: 'photograph', key: by.key })
  const about = { kind: by.kind }
  return addAttachment(cases, caller, { noteId: link.note.id, file: by.file, about, keyFor: () => key })
}
