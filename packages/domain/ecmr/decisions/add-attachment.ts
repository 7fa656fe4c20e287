import type { CommandOf } from '../commands.js'
import { accept, type DecisionContext, refuse, type Verdict } from '../decision.js'
import { openInvitation } from '../invitations.js'
import { noteLimits, refuseFull } from '../note-limits.js'
import type { Note } from '../state.js'

/** What may be added to a note. */
export const attachmentLimits = {
  /** bytes of one file, as it is sent and as it is kept */
  bytes: 10 * 1024 * 1024,
  /** by one signing link */
  bySigner: 5,
} as const

/** A file is added to the note; its bytes are kept already. By a signing link only while that is open, and only a few. */
export function addAttachment(
  note: Note,
  { type: _, ...attachment }: CommandOf<'add_attachment'>,
  context: DecisionContext,
): Verdict {
  const { attachment_id, bytes, invitation_id } = attachment
  if (note.attachments.some((one) => one.attachment_id === attachment_id))
    return refuse('invalid_command', `Attachment ${attachment_id} already exists.`)
  if (bytes < 1 || bytes > attachmentLimits.bytes)
    return refuse('invalid_command', `An attachment has 1 to ${attachmentLimits.bytes} bytes.`)
  if (invitation_id !== undefined) {
    const found = openInvitation(note, invitation_id, context)
    if (!found.ok) return found.refused
    const { bySigner } = attachmentLimits
    if (note.attachments.filter((one) => one.invitation_id === invitation_id).length >= bySigner)
      return refuse('too_many', `At most ${bySigner} files can be added by one signing link.`)
  }
  return (
    refuseFull(note, context, [note.attachments.length, noteLimits.attachments, 'attachments']) ??
    accept({ type: 'AttachmentAdded', data: attachment })
  )
}
