import type { CommandOf } from '../commands.js'
import { accept, refuse, stated, type Verdict } from '../decision.js'
import type { Note } from '../state.js'

/** An attachment is taken from view, and the history says why. Withdrawing what is withdrawn changes nothing. */
export function withdrawAttachment(
  note: Note,
  { attachment_id, reason }: CommandOf<'withdraw_attachment'>,
): Verdict {
  const attachment = note.attachments.find((one) => one.attachment_id === attachment_id)
  if (attachment === undefined)
    return refuse('attachment_not_found', 'The note has no such attachment; list its attachments.')
  const why = stated(reason)
  if (why === undefined)
    return refuse('invalid_command', 'Say why: withdrawing an attachment needs a reason.', {
      errors: [
        { pointer: '/reason', code: 'required', message: 'reason says why the attachment is withdrawn.' },
      ],
    })
  if (attachment.withdrawn_at !== undefined) return accept()
  return accept({ type: 'AttachmentWithdrawn', data: { attachment_id, reason: why } })
}
