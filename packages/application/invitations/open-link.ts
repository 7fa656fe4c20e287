import { type Invitation, invitationState } from '@ecmr/domain'
import type { EventStore } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { type LoadedNote, loadNote } from '../notes/note-history.js'
import { linkHash } from './invitation-secrets.js'
import { type FoundLink, findLink } from './links-table.js'

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
  const found = await loadInvitation(store, await findLink(pool, linkHash(token)))
  if (found === undefined) return undefined
  const state = invitationState(found.invitation, now.toISOString())
  return { ...found, state: state === 'open' && found.note.cancelled_at !== undefined ? 'cancelled' : state }
}

/** The note and the invitation of a link. */
export async function loadInvitation(
  store: Pick<EventStore, 'readStream'>,
  link: FoundLink | undefined,
): Promise<(LoadedNote & { readonly invitation: Invitation }) | undefined> {
  const loaded = link && (await loadNote(store, link.ecmr_id))
  if (!loaded || loaded.note.company_id !== link.company_id) return undefined
  const invitation = loaded.note.invitations.find(({ invitation_id }) => invitation_id === link.invitation_id)
  return invitation && { note: loaded.note, events: loaded.events, invitation }
}
