import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { createCompanyCommand } from './commands/companies/create-company.js'
import { listCompaniesCommand } from './commands/companies/list-companies.js'
import { setCompanyPlanCommand } from './commands/companies/set-company-plan.js'
import { setCompanyPolicyCommand } from './commands/companies/set-company-policy.js'
import { seedDemoCommand } from './commands/demo/seed-demo.js'
import { createKeyCommand } from './commands/keys/create-key.js'
import { listKeysCommand } from './commands/keys/list-keys.js'
import { revokeKeyCommand } from './commands/keys/revoke-key.js'
import { migrateStoreCommand } from './commands/store/migrate-store.js'

/** All commands of `npx ecmr`. */
export function ecmr(): CommandUnknownOpts {
  return group('ecmr', 'Operates the eCMR Integration Service, on the same configuration as its services.', [
    group('companies', 'the companies whose notes we keep', [
      createCompanyCommand(),
      listCompaniesCommand(),
      setCompanyPlanCommand(),
      setCompanyPolicyCommand(),
    ]),
    group('keys', 'the API keys of companies', [createKeyCommand(), listKeysCommand(), revokeKeyCommand()]),
    group('store', 'the database', [migrateStoreCommand()]),
    group('demo', 'data to try things with', [seedDemoCommand()]),
  ])
}

function group(
  name: string,
  description: string,
  commands: readonly CommandUnknownOpts[],
): CommandUnknownOpts {
  const parent = new Command(name).description(description).showSuggestionAfterError()
  for (const command of commands) parent.addCommand(command)
  return parent
}
