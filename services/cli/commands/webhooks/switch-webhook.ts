import { recordAudit } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { type Endpoint, findEndpoint, switchEndpoint } from '@ecmr/webhooks'
import { CommandFailed } from '../../failure.js'
import type { Installation } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { companyOfWebhook } from './company-of.js'

/** A webhook as it is now, and whether that was done just now. */
interface Switched {
  readonly webhook: Endpoint
  readonly isChanged: boolean
}

/** Disables or enables a company's webhook on the operator's behalf. */
export async function switchWebhook(
  installation: Installation,
  webhook: { readonly id: string; readonly company: string | undefined; readonly enabled: boolean },
): Promise<Switched> {
  const { pool } = installation
  const { id, enabled } = webhook
  const company = await companyOfWebhook(installation, webhook)
  const command = { company: actingFor(company.id), id, actor: operator() }
  const before = await findEndpoint(pool, command.company, id)
  const switching = enabled ? { enabled, followsFrom: await headOf(installation) } : { enabled }
  const switched = await switchEndpoint({ pool, recordAudit }, { ...command, ...switching })
  if (!switched.ok) {
    throw new CommandFailed(
      `${company.name} has no webhook "${id}"; "ecmr webhooks list" shows those it has.`,
    )
  }
  await appendAuditTrail(installation, company.id)
  const { view } = switched
  // Who disabled it may change, too.
  const isChanged = before?.status !== view.status || before.status_reason !== view.status_reason
  return { webhook: view, isChanged }
}

async function headOf({ eventStore }: Installation): Promise<string> {
  return (await eventStore()).head()
}
