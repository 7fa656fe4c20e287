import { type DriverLinkState, driverLinkState, type Invitation } from '@ecmr/domain'
import type { EventStore } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { linkHash } from '../invitations/invitation-secrets.js'
import { findDriverLink } from '../invitations/links-table.js'
import { loadInvitation } from '../invitations/open-link.js'
import type { LoadedNote } from '../notes/note-history.js'

/** What a driver’s link leads to, whether it is still open or not. */
export interface OpenedDriverLink extends LoadedNote {
  readonly invitation: Invitation
  readonly state: DriverLinkState
}

/**
 * Finds what a driver’s link leads to; undefined for what is no token of ours, also that of a link to sign.
 *
 * @throws StoreUnavailable
 */
export async function openDriverLink(
  cases: { readonly pool: Pool; readonly store: Pick<EventStore, 'readStream'> },
  token: string,
  now: Date,
): Promise<OpenedDriverLink | undefined> {
  const found = await loadInvitation(cases.store, await findDriverLink(cases.pool, linkHash(token)))
  const state = found && driverLinkState(found.note, found.invitation, now.toISOString())
  return state && { ...found, state }
}
