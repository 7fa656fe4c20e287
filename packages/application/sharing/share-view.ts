import type { ShareView } from '@ecmr/contract'
import { accountOf, type Share } from '@ecmr/domain'

/** What companies show of themselves, by the ids of their accounts. */
export type ShownCompanies = ReadonlyMap<string, { readonly handle: string; readonly name: string }>

/** A company as others see it; undefined when it is gone. */
export function shownCompany(companies: ShownCompanies, company: string): ShareView['company'] {
  const found = companies.get(accountOf(company))
  return found && { handle: found.handle, name: found.name }
}

/** A share as answers show it. */
export function shareViewOf(share: Share, companies: ShownCompanies): ShareView {
  const { share_id, company_id, access, role, shared_at, revoked_at } = share
  const company = shownCompany(companies, company_id)
  return {
    share_id,
    ...(company && { company }),
    access,
    ...(role !== undefined && { role }),
    state: revoked_at === undefined ? 'open' : 'revoked',
    shared_at,
    ...(revoked_at !== undefined && { revoked_at }),
  }
}
