import { Command } from '@commander-js/extra-typings'
import { example } from '../../example.js'
import { inspect } from '../../installation.js'
import { print } from '../../output/print.js'
import { createTables } from '../../tables.js'

export const migrateStoreCommand = () =>
  new Command('migrate')
    .description('create the tables of this version, or bring them up to date')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr store migrate'))
    .action((options) =>
      inspect(async ({ pool }) => {
        await createTables(pool)
        print(options, { migrated: true }, () => 'The tables are up to date.')
      }),
    )
