import { type Invitation, invitationState } from '@ecmr/domain'
import type { EventStore } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { type LoadedNote, loadNote } from '../notes/note-history.js'
import { linkHash } from './invitation-secrets.js'
import { findLink } from './links-table.js'

/** What a signing link leads to, whether it is still open or not. */
export interface OpenedLink extends LoadedNote {
  readonly invitation: Invitation
  /** `cancelled`: the note is; nothing is signed any more */
  readonly state: ReturnType<typeof invitationState> | 'cancelled'
}

/**
 * Finds what a signing link leads to; undefined for what is no token of ours.
 *
 * @throws StoreUnavailable
 */
export async function openLink(
  { pool, store }: { readonly pool: Pool; readonly store: Pick<EventStore, 'readStream'> },
  token: string,
  now: Date,
): Promise<OpenedLink | undefined> {
  const link = await findLink(pool, linkHash(token))
  const loaded = link && (await loadNote(store, link.ecmr_id))
  if (!loaded || loaded.note.company_id !== link.company_id) return undefined
  const { note, events } = loaded
  const invitation = note.invitations.find(({ invitation_id }) => invitation_id === link.invitation_id)
  if (invitation === undefined) return undefined
  const state = invitationState(invitation, now.toISOString())
  return {
    ...{ note, events, invitation },
    state: state === 'open' && note.cancelled_at !== undefined ? 'cancelled' : state,
  }
}
