import type { SignedIn } from '@ecmr/accounts'
import type { Actor } from '@ecmr/event-store'

/** The person who is logged in, as the event log names him. */
export function actorOf({ user, company }: SignedIn): Actor {
  return { kind: 'user', id: user.id, name: user.name, company_id: company.id }
}
