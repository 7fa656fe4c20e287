import type { CommandOf } from '../commands.js'
import { accept, refuse, type Verdict } from '../decision.js'
import type { Note } from '../state.js'

/** A share ends: the company sees the note no more than one that it was never shared with. Revoking twice changes nothing. */
export function revokeShare(note: Note, { share_id }: CommandOf<'revoke_share'>): Verdict {
  const share = note.shares.find((one) => one.share_id === share_id)
  if (share === undefined) return refuse('share_not_found', 'The note has no such share.')
  return share.revoked_at === undefined ? accept({ type: 'SharingRevoked', data: { share_id } }) : accept()
}
