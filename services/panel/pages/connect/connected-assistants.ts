import type { SignedIn } from '@ecmr/accounts'
import type { Grant } from '@ecmr/accounts/oauth'
import { shownName } from './shown-name.js'

/** Owners look after all that has access, and everybody after what he himself has given it to. */
export function mayDisconnect({ user_id }: Pick<Grant, 'user_id'>, { user }: SignedIn): boolean {
  return user.role === 'owner' || user_id === user.id
}

/** Assistants as the list shows them. */
export function connectedAssistants(grants: readonly Grant[], person: SignedIn) {
  return grants.map((grant) => ({
    ...grant,
    name: shownName(grant.client_name) || '—',
    isEndable: mayDisconnect(grant, person),
  }))
}
