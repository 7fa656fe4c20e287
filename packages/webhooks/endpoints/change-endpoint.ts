import type { ChangeWebhook } from '@ecmr/contract'
import type { Fault } from '@ecmr/domain'
import type { Pool } from 'pg'
import { applyChanges } from './apply-changes.js'
import type { RecordAudit } from './audit.js'
import { checkUrl, type UrlRules } from './check-url.js'
import { type Commanded, commandEndpoint, type EndpointCommand } from './command-endpoint.js'
import { type Endpoint, readEndpoint } from './endpoint.js'
import { findEndpoint } from './find-endpoint.js'

export interface ChangeContext {
  readonly pool: Pool
  readonly urlRules: UrlRules
  readonly recordAudit: RecordAudit
  readonly clock?: () => Date
}

export interface ChangeCommand extends EndpointCommand {
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
