import type { SentFile } from '@ecmr/attachments'
import type { Attachment, Note } from '@ecmr/domain'
import type { Position } from '@ecmr/event-store'
import type { CommandKey } from '../idempotency/idempotency.js'
import { type Caller, handleOnce } from '../notes/change-note.js'
import { attachmentId } from '../notes/note-commands.js'
import { mustActAs } from '../permissions/permitted.js'
import type { AboutAttachment, AttachmentCases, NotAdded } from './attachment-cases.js'
import { keepRecorded } from './files-table.js'
import { fitFile } from './fit-file.js'
import { commandOf, keepFiles } from './keep-files.js'

export type Added =
  | {
      readonly outcome: 'added'
      readonly note: Note
      readonly attachment: Attachment
      readonly position: Position
      readonly replayed: boolean
    }
  | NotAdded

/**
 * Adds a file to a note: looked at, pictures without their metadata, kept, then recorded. A repeat with the same key and the same file adds
 * nothing more. The file is the caller's to discard.
 *
 * @param added.keyFor makes the key of the SHA-256 that the file was sent with: other bytes are another request
 * @throws StoreUnavailable, StorageUnavailable, OutcomeUnknown as `CommandHandler`; the same key may be used again. NotPermitted
 */
export async function addAttachment(
  cases: AttachmentCases,
  caller: Caller,
  added: {
    readonly noteId: string
    readonly file: SentFile
    readonly about: AboutAttachment
    readonly keyFor?: (sentSha256: string) => CommandKey | undefined
    readonly ifMatch?: readonly number[] | undefined
  },
): Promise<Added> {
  const { noteId, file, about, keyFor, ifMatch } = added
  mustActAs(caller, 'driver')
  const checked = await fitFile(file, about)
  if (!checked.ok) return { outcome: 'unfit', fault: checked.fault }
  const { fit } = checked
  let id: string | undefined
  const outcome = await handleOnce(
    cases,
    caller,
    keyFor?.(fit.inspected.sentSha256),
    async ({ commandId, keptAnswer }) => {
      id = attachmentId(commandId)
      const command = commandOf(fit, id)
      if (keptAnswer === null) await keepFiles(cases, caller, noteId, [{ fit, command }])
      return { id: noteId, commands: [command], ...(ifMatch !== undefined && { ifMatch }) }
    },
  )
  if (outcome.outcome !== 'accepted') return outcome
  const { note, position, replayed } = outcome
  const attachment = note.attachments.find((one) => one.attachment_id === id)
  if (attachment === undefined) throw new Error('the attachment is not in the note')
  if (!replayed) await keepRecorded(cases.pool, [attachment])
  return { outcome: 'added', note, attachment, position, replayed }
}
