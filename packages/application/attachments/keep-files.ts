import { accessOf, decide, mayCommand } from '@ecmr/domain'
import { concurrencyLimit, contentHash, StoreUnavailable } from '@ecmr/event-store'
import { committing, NO_KEYS } from '@ecmr/personal-data'
import type { Caller } from '../notes/change-note.js'
import { loadNote } from '../notes/note-history.js'
import type { AddCommand, AttachmentCases, FitFile } from './attachment-cases.js'
import { fileName } from './file-name.js'
import { isNamed, nameFile } from './files-table.js'

/** Of this process: so many files are in memory as a whole, each of 10 MB at most. */
const inMemory = concurrencyLimit({ atOnce: 2, mostWaiting: 200, what: 'attachments' })

/** What adds a file to a note. */
export function commandOf({ sent, inspected, about }: FitFile, attachment_id: string): AddCommand {
  const { mediaType: media_type, sha256, bytes, sentSha256, width, height, location } = inspected
  const { kind, title, description, keepLocation, sourceUrl, invitationId } = about
  return {
    type: 'add_attachment',
    ...{ attachment_id, kind, media_type, sha256, bytes },
    ...(sentSha256 !== sha256 && { sent_sha256: sentSha256 }),
    ...(width !== undefined && height !== undefined && { width, height }),
    name: fileName(sent.name, kind, inspected.mediaType),
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(keepLocation && location && { location }),
    ...(sourceUrl !== undefined && { source_url: sourceUrl }),
    ...(invitationId !== undefined && { invitation_id: invitationId }),
  }
}

/**
 * Keeps files before the events are recorded that name them: bytes first. Nothing is kept of those that are on record already, nor
 * when it is plain that the commands will be refused; that they are is for the command handler to say.
 *
 * @throws StoreUnavailable, StorageUnavailable; what was kept until then is removed within the hour
 */
export async function keepFiles(
  cases: AttachmentCases,
  { company }: Pick<Caller, 'company'>,
  noteId: string,
  files: readonly { readonly fit: FitFile; readonly command: AddCommand }[],
): Promise<void> {
  const note = (await loadNote(cases.store, noteId))?.note
  const access = note && accessOf(note, company)
  if (!note || !access || !files.every(({ command }) => mayCommand(access, command))) return
  const recorded = new Set(note.attachments.map(({ attachment_id }) => attachment_id))
  const missing = files.filter(({ command }) => !recorded.has(command.attachment_id))
  const commands = missing.map(({ command }) => command)
  if (commands.length === 0 || (await cases.admit?.({ company, commands }))) return
  const { clock = () => new Date() } = cases
  const context = { now: clock().toISOString(), hash: contentHash, commit: committing(NO_KEYS) }
  if (!decide(note, commands, context).ok) return
  for (const file of missing) await keepFile(cases, { noteId, company: note.company_id }, file)
}

async function keepFile(
  { pool, files: { storage } }: AttachmentCases,
  { noteId: ecmr_id, company: company_id }: { readonly noteId: string; readonly company: string },
  { fit, command }: { readonly fit: FitFile; readonly command: AddCommand },
): Promise<void> {
  const { attachment_id, sha256, media_type } = command
  const isPdf = media_type === 'application/pdf'
  const file = { attachment_id, sha256, ecmr_id, company_id, isPdf }
  const isDocument = await nameFile(pool, storage, file)
  await inMemory(async () => storage.put(await fit.sent.read(), sha256))
  if (await isNamed(pool, attachment_id)) return
  // It may have been kept just after it was removed: it is looked at once more.
  await nameFile(pool, storage, { ...file, isDocument })
  throw new StoreUnavailable('keeping a file took so long that it was given up')
}
