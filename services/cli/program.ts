import { createRequire } from 'node:module'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { exportNoteCommand } from './commands/audit/export-note.js'
import { verifyAuditCommand } from './commands/audit/verify-audit.js'
import { createCompanyCommand } from './commands/companies/create-company.js'
import { listCompaniesCommand } from './commands/companies/list-companies.js'
import { setCompanyPlanCommand } from './commands/companies/set-company-plan.js'
import { setCompanyPolicyCommand } from './commands/companies/set-company-policy.js'
import { seedDemoCommand } from './commands/demo/seed-demo.js'
import { createKeyCommand } from './commands/keys/create-key.js'
import { listKeysCommand } from './commands/keys/list-keys.js'
import { revokeKeyCommand } from './commands/keys/revoke-key.js'
import { dropOldTablesCommand } from './commands/projections/drop-old-tables.js'
import { listParkedCommand } from './commands/projections/parked/list-parked.js'
import { retryParkedCommand } from './commands/projections/parked/retry-parked.js'
import { skipParkedCommand } from './commands/projections/parked/skip-parked.js'
import { rebuildProjectionsCommand } from './commands/projections/rebuild-projections.js'
import { showStatusCommand } from './commands/projections/show-status.js'
import { verifyProjectionsCommand } from './commands/projections/verify-projections.js'
import { migrateStoreCommand } from './commands/store/migrate-store.js'
import { addUserCommand } from './commands/users/add-user.js'
import { listUsersCommand } from './commands/users/list-users.js'
import { makeResetLinkCommand } from './commands/users/make-reset-link.js'
import { removeUserCommand } from './commands/users/remove-user.js'
import { setUserRoleCommand } from './commands/users/set-user-role.js'
import { cancelReplayCommand } from './commands/webhooks/cancel-replay.js'
import { disableWebhookCommand } from './commands/webhooks/disable-webhook.js'
import { enableWebhookCommand } from './commands/webhooks/enable-webhook.js'
import { listDeliveriesCommand } from './commands/webhooks/list-deliveries.js'
import { listReplaysCommand } from './commands/webhooks/list-replays.js'
import { listWebhooksCommand } from './commands/webhooks/list-webhooks.js'
import { replayWebhookCommand } from './commands/webhooks/replay-webhook.js'

const { version } = createRequire(import.meta.url)('../package.json')

/** All commands of `npx ecmr`. */
export function ecmr(): CommandUnknownOpts {
  return group('ecmr', 'Operates the eCMR Integration Service, on the same configuration as its services.', [
    group('companies', 'the companies whose notes we keep', [
      createCompanyCommand(),
      listCompaniesCommand(),
      setCompanyPlanCommand(),
      setCompanyPolicyCommand(),
    ]),
    group('users', 'the people of companies, who use the panel', [
      listUsersCommand(),
      addUserCommand(),
      makeResetLinkCommand(),
      setUserRoleCommand(),
      removeUserCommand(),
    ]),
    group('keys', 'the API keys of companies', [createKeyCommand(), listKeysCommand(), revokeKeyCommand()]),
    group('webhooks', 'where companies are told of events', [
      listWebhooksCommand(),
      listDeliveriesCommand(),
      replayWebhookCommand(),
      listReplaysCommand(),
      cancelReplayCommand(),
      disableWebhookCommand(),
      enableWebhookCommand(),
    ]),
    group('projections', 'the read models that are made from the log', [
      showStatusCommand(),
      rebuildProjectionsCommand(),
      verifyProjectionsCommand(),
      dropOldTablesCommand(),
      group('parked', 'streams that were put aside', [
        listParkedCommand(),
        retryParkedCommand(),
        skipParkedCommand(),
      ]),
    ]),
    group('audit', 'proof of what was written, by whom and when', [
      verifyAuditCommand(),
      exportNoteCommand(),
    ]),
    group('store', 'the database', [migrateStoreCommand()]),
    group('demo', 'data to try things with', [seedDemoCommand()]),
  ]).version(version, '-v, --version', 'print the version')
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
