import type { Company } from '@ecmr/accounts'
import { ownerOfEndpoint, ownerOfReplay } from '@ecmr/webhooks'
import { CommandFailed } from '../../failure.js'
import type { Installation } from '../../installation.js'
import { companyNamed } from '../../options/company.js'

/** How commands that are given an id describe their option `--company`. */
export const COMPANY = 'id or name of whose it must be; found by its id unless given'

interface Wanted {
  /** of the webhook, or the replay */
  readonly id: string
  /** id or name of the company that it must belong to */
  readonly company?: string | undefined
}

/** The company of a webhook: the one given, which is checked later, or its owner. */
export async function companyOfWebhook(
  installation: Installation,
  { id, company }: Wanted,
): Promise<Company> {
  const owner = company ?? (await ownerOfEndpoint(installation.pool, id))
  if (owner !== undefined) return companyNamed(installation, owner)
  throw new CommandFailed(`There is no webhook "${id}"; "ecmr webhooks list" shows those of a company.`)
}

/** Whose webhook a replay goes to, likewise. */
export async function companyOfReplay(installation: Installation, { id, company }: Wanted): Promise<Company> {
  const owner = company ?? (await ownerOfReplay(installation.pool, id))
  if (owner !== undefined) return companyNamed(installation, owner)
  throw new CommandFailed(`There is no replay "${id}"; "ecmr webhooks replays" shows those of a webhook.`)
}
