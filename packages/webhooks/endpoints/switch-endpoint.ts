import type { Pool } from 'pg'
import { applyChanges } from './apply-changes.js'
import type { RecordAudit } from './audit.js'
import { type Commanded, commandEndpoint, type EndpointCommand } from './command-endpoint.js'
import { disableEndpoint } from './disable-endpoint.js'
import { type Endpoint, readEndpoint } from './endpoint.js'

/** An endpoint to switch on or off. */
export type Switching = EndpointCommand &
  (
    | { readonly enabled: false }
    /** `followsFrom`: the head of the event log, read before; events after it are delivered */
    | { readonly enabled: true; readonly followsFrom: string }
  )

/**
 * Disables or enables an endpoint on the operator's behalf, whose actor must be of the kind `operator`. What he has
 * disabled its owner cannot enable.
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
