import type { SentFile } from '@ecmr/attachments'
import type { AttachmentKind } from '@ecmr/domain'
import type { AboutAttachment, FitFile, Unfit } from './attachment-cases.js'

const photographs: ReadonlySet<AttachmentKind> = new Set(['load_photo', 'damage_photo'])

/** Looks at a file that was sent. Photographs are pictures; everything else may be a picture, too. */
export async function fitFile(
  sent: SentFile,
  about: AboutAttachment,
): Promise<{ readonly ok: true; readonly fit: FitFile } | { readonly ok: false; readonly fault: Unfit }> {
  const inspected = await sent.inspect()
  if (!inspected.ok) return inspected
  const { file } = inspected
  if (about.expectedSha256 !== undefined && about.expectedSha256 !== file.sentSha256)
    return { ok: false, fault: 'other_sha256' }
  if (photographs.has(about.kind) && file.mediaType === 'application/pdf')
    return { ok: false, fault: 'not_a_picture' }
  return { ok: true, fit: { sent, inspected: file, about } }
}
