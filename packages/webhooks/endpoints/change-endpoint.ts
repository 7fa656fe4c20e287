import type { ChangeWebhook } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'
import type { Pool } from 'pg'
import { applyChanges } from './apply-changes.js'
import type { RecordAudit } from './audit.js'
import { checkUrl, type UrlRules } from './check-url.js'
import { type Commanded, commandEndpoint, type EndpointCommand } from './command-endpoint.js'
import { disableEndpoint } from './disable-endpoint.js'
import { type Endpoint, findEndpoint, readEndpoint } from './endpoint.js'

interface ChangeContext {
  readonly pool: Pool
  readonly urlRules: UrlRules
  readonly recordAudit: RecordAudit
  readonly clock?: () => Date
}

interface ChangeCommand extends EndpointCommand {
  /** what is given is changed; `null` clears */
  readonly changes: ChangeWebhook
  /** the head of the event log, read before: an endpoint that is enabled gets the events after it */
  readonly followsFrom: string
}

export type EndpointChanged =
  | Commanded<Endpoint, 'disabled_by_operator'>
  | { readonly ok: false; readonly reason: 'invalid_url'; readonly fault: Fault }

/**
 * Changes an endpoint on its owner's behalf. Another address begins with a clean record. Disabling cancels what waits;
 * enabling, which is refused when the operator has disabled it, brings events from then on.
 */
export async function changeEndpoint(
  context: ChangeContext,
  command: ChangeCommand,
): Promise<EndpointChanged> {
  const { company, id, changes } = command
  if (changes.url === undefined) return change(context, command)
  // What is wrong with an address is said to owners only.
  if ((await findEndpoint(context.pool, company, id)) === undefined) return { ok: false, reason: 'not_found' }
  const url = checkUrl(changes.url, context.urlRules)
  if (!(url instanceof URL)) return { ok: false, reason: 'invalid_url', fault: url }
  return change(context, { ...command, changes: { ...changes, url: url.href } })
}

function change(
  context: ChangeContext,
  command: ChangeCommand,
): Promise<Commanded<Endpoint, 'disabled_by_operator'>> {
  return commandEndpoint(context, command, {
    carryOut: (tx, endpoint, now) => applyChanges(tx, endpoint, { ...command, now }, context.recordAudit),
    view: readEndpoint,
  })
}

/** An endpoint to switch on or off. */
type Switching = EndpointCommand &
  (
    | { readonly enabled: false }
    /** `followsFrom`: the head of the event log, read before; events after it are delivered */
    | { readonly enabled: true; readonly followsFrom: string }
  )

/**
 * Disables or enables an endpoint on the operator's behalf, whose actor must be of the kind `operator`. What the operator
 * has disabled its owner cannot enable.
 */
export function switchEndpoint(
  context: { readonly pool: Pool; readonly recordAudit: RecordAudit; readonly clock?: () => Date },
  command: Switching,
): Promise<Commanded<Endpoint, 'disabled_by_operator'>> {
  const { recordAudit } = context
  return commandEndpoint<Endpoint, 'disabled_by_operator'>(context, command, {
    async carryOut(tx, endpoint, now) {
      if (command.enabled) {
        const changes = { enabled: true }
        return applyChanges(tx, endpoint, { ...command, changes, now }, recordAudit)
      }
      await disableEndpoint(tx, { ...command, id: endpoint.id, reason: 'operator', now }, recordAudit)
      return undefined
    },
    view: readEndpoint,
  })
}
