import type { CommandKey } from '../idempotency/idempotency.js'
import { type Caller, type Changed, changeNote } from '../notes/change-note.js'
import type { AttachmentCases } from './attachment-cases.js'
import { lookAgain } from './files-table.js'

const LOOK_AFTER_MS = 60_000

/**
 * Takes an attachment from view. Its bytes stay until the law has nobody keep the note any more; `keepAttachments` removes them then.
 *
 * @throws as `changeNote`
 */
export async function withdrawAttachment(
  cases: AttachmentCases,
  caller: Caller,
  withdrawn: {
    readonly noteId: string
    readonly attachmentId: string
    readonly reason: string
    readonly key?: CommandKey | undefined
    readonly ifMatch?: readonly number[] | undefined
  },
): Promise<Changed> {
  const { attachmentId: attachment_id, reason, ...named } = withdrawn
  return changeNote(cases, caller, {
    ...named,
    commands: () => [{ type: 'withdraw_attachment', attachment_id, reason }],
    // Before the event: who looks and finds none leaves the attachment as it is.
    judge: async (note) => {
      if (note.attachments.some((one) => one.attachment_id === attachment_id && !one.withdrawn_at))
        await lookAgain(cases.pool, attachment_id, new Date(Date.now() + LOOK_AFTER_MS))
      return undefined
    },
  })
}
