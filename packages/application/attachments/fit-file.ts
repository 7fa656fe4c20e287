import type { SentFile } from '@ecmr/attachments'
import type { AttachmentKind } from '@ecmr/domain'
import type { AboutAttachment, FitFile, Unfit } from './attachment-cases.js'

const photographs: ReadonlySet<AttachmentKind> = new Set(['load_photo', 'damage_photo'])

/** Looks at several files, of which the first that is not taken is the answer for all. */
export async function fitFiles(
  sent: readonly SentFile[],
  about: AboutAttachment,
): Promise<
  { readonly ok: true; readonly fit: readonly FitFile[] } | { readonly ok: false; readonly fault: Unfit }
> {
  const fit: FitFile[] = []
  for (const file of sent) {
    const checked = await fitFile(file, about)
    if (!checked.ok) return checked
    fit.push(checked.fit)
  }
  return { ok: true, fit }
}

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
