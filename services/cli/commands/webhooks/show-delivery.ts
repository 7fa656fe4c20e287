import type { CompanyId } from '@ecmr/domain'
import { type Attempt, type DeliveryDetails, findDelivery } from '@ecmr/webhooks'
import { CommandFailed } from '../../failure.js'
import type { Installation } from '../../installation.js'
import { print } from '../../output/print.js'
import { table } from '../../output/table.js'

interface Wanted {
  readonly id: string
  readonly company: CompanyId
  readonly companyName: string
  readonly delivery: string
}

/** Prints one delivery and every attempt at it. */
export async function showDelivery(
  { pool }: Installation,
  { id, company, companyName, delivery: deliveryId }: Wanted,
  options: { readonly json?: true | undefined },
): Promise<void> {
  const delivery = await findDelivery(pool, company, id, deliveryId)
  if (delivery === undefined) {
    throw new CommandFailed(
      `${companyName} has no delivery "${deliveryId}" to a webhook "${id}"; "ecmr webhooks list" shows its webhooks.`,
    )
  }
  const payload: unknown = JSON.parse(new TextDecoder().decode(delivery.payload))
  print(options, { delivery: { ...delivery, payload } }, () => `${facts(delivery)}\n\n${attempts(delivery)}`)
}

function facts({ event, ecmr_number, version, status, ...delivery }: DeliveryDetails): string {
  const kind = delivery.test ? 'test' : delivery.replay_id && `replay ${delivery.replay_id}`
  const lines = {
    event: `${event}, ${ecmr_number} version ${version}, recorded ${delivery.created_at}`,
    status,
    next: delivery.next_attempt_at,
    ended: delivery.finished_at,
    kind,
  }
  return Object.entries(lines)
    .flatMap(([name, text]) => (text ? [`${name.padEnd(6)}  ${text}`] : []))
    .join('\n')
}

// Without what the receiver said: a terminal would carry out what is in it. `--json` has it, in quotes.
function attempts({ attempt_log }: DeliveryDetails): string {
  return table(attempt_log.map(row), 'Nothing was attempted yet.')
}

const row = (attempt: Attempt) => ({
  attempt: attempt.number,
  started: attempt.started_at,
  took: attempt.duration_ms === null ? null : `${attempt.duration_ms} ms`,
  answer: attempt.response_status === null ? null : String(attempt.response_status),
  error: attempt.error,
})
