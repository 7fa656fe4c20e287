import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { createCompanyCommand } from './create-company.js'
import { listCompaniesCommand } from './list-companies.js'
import { setCompanyPlanCommand } from './set-company-plan.js'
import { setCompanyPolicyCommand } from './set-company-policy.js'
import { setCompanyQuotaCommand } from './set-company-quota.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  createCompanyCommand(),
  listCompaniesCommand(),
  setCompanyPlanCommand(),
  setCompanyPolicyCommand(),
  setCompanyQuotaCommand(),
]
