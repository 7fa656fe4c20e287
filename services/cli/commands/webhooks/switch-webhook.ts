import { recordAudit } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import { type Endpoint, switchEndpoint } from '@ecmr/webhooks'
import { CommandFailed } from '../../failure.js'
import type { Installation } from '../../installation.js'
import { appendAuditTrail, operator } from '../../operator.js'
import { companyNamed } from '../../options/company.js'

/** Disables or enables a company's webhook on the operator's behalf. */
export async function switchWebhook(
  installation: Installation,
  webhook: { readonly id: string; readonly company: string; readonly enabled: boolean },
): Promise<Endpoint> {
  const { pool } = installation
  const { id, enabled } = webhook
  const company = await companyNamed(installation, webhook.company)
  const command = { company: actingFor(company.id), id, actor: operator() }
  const switching = enabled ? { enabled, followsFrom: await headOf(installation) } : { enabled }
  const switched = await switchEndpoint({ pool, recordAudit }, { ...command, ...switching })
  if (!switched.ok) {
    throw new CommandFailed(
      `${company.name} has no webhook "${id}"; "ecmr webhooks list" shows those it has.`,
    )
  }
  await appendAuditTrail(installation)
  return switched.view
}

async function headOf({ eventStore }: Installation): Promise<string> {
  return (await eventStore()).head()
}
