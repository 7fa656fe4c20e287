import type { ApiCaller } from '@ecmr/accounts'
import type { Actor } from '@ecmr/event-store'

/** The holder of an API key as the event log names him. */
export function actorOf(caller: ApiCaller): Actor {
  return { kind: 'api_key', id: caller.keyId, name: caller.keyName, company_id: caller.company }
}
