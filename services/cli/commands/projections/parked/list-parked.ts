import { Command } from '@commander-js/extra-typings'
import { parkedEvents } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import { example } from '../../../example.js'
import { inspect } from '../../../installation.js'
import { print } from '../../../output/print.js'
import { table } from '../../../output/table.js'

export const listParkedCommand = () =>
  new Command('list')
    .description('list the streams that were put aside because an event of theirs cannot be applied')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr projections parked list'))
    .action((options) =>
      inspect(async ({ pool }) => {
        const parked = await parkedEvents.list(pool, projections)
        print(options, { parked }, () =>
          table(
            parked.map(({ projection, stream, type, position, held, parked_at, error }) => ({
              projection,
              stream,
              type,
              position,
              held,
              parked_at,
              error,
            })),
            'Nothing is parked.',
          ),
        )
      }),
    )
