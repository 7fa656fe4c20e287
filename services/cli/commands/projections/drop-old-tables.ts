import { Command } from '@commander-js/extra-typings'
import { dropOld } from '@ecmr/projections'
import { example } from '../../example.js'
import { inspect } from '../../installation.js'
import { namedProjections } from '../../options/named-projections.js'
import { print } from '../../output/print.js'

export const dropOldTablesCommand = () =>
  new Command('drop-old')
    .description('drop the tables that a rebuild replaced')
    .argument('[name]', 'a projection, or all', 'all')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr projections drop-old all'))
    .action((name, options) =>
      inspect(async ({ pool }) => {
        const names = namedProjections(name).map((projection) => projection.name)
        await dropOld(pool, names)
        print(options, { dropped: names }, () => `Dropped the former tables of ${names.join(', ')}.`)
      }),
    )
