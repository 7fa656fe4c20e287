import { Command } from '@commander-js/extra-typings'
import { parkedEvents } from '@ecmr/projections'
import { example } from '../../../example.js'
import { inspect } from '../../../installation.js'
import { parkedIn } from '../../../options/parked-stream.js'
import { reportApplied } from './report-applied.js'

export const skipParkedCommand = () =>
  new Command('skip')
    .description('give the first event of a parked stream up and apply the ones after it; the log keeps it')
    .argument('<projection>', 'the projection that parked it')
    .argument('<stream>', 'the stream, as "parked list" shows it')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr projections parked skip list ecmr-01923b7e-…'))
    .action((projection, stream, options) =>
      inspect(async (installation) => {
        const parkedBy = await parkedIn(installation, projection, stream)
        const store = await installation.eventStore()
        const result = await parkedEvents.skip(installation.pool, store, parkedBy, stream)
        reportApplied(options, { projection, stream, ...result })
      }),
    )
