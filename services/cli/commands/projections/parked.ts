import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { type Projection, parkedEvents } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import { CommandFailed } from '../../failure.js'
import { type Installation, inspect } from '../../installation.js'
import { columns, example, print, table } from '../../output.js'
import { namedProjections } from './projections.js'

const listParkedCommand = () =>
  new Command('list')
    .description('list the streams set aside because one of their events cannot be applied')
    .addHelpText('after', example('ecmr projections parked list'))
    .action((options) =>
      inspect(async ({ pool }) => {
        const parked = await parkedEvents.list(pool, projections)
        print(options, { parked }, () =>
          table(
            columns(parked, ['projection', 'stream', 'type', 'position', 'held', 'parked_at', 'error']),
            'No streams are parked.',
          ),
        )
      }),
    )

/** A command on the parked events of a stream; a stream that stays parked is a failure. */
const parkedCommand = (name: 'retry' | 'skip', description: string) =>
  new Command(name)
    .description(description)
    .argument('<projection>', 'projection that parked it')
    .argument('<stream>', 'stream; see "parked list"')
    .addHelpText('after', example(`ecmr projections parked ${name} list ecmr-01923b7e-…`))
    .action((projection, stream, options) =>
      inspect(async (installation) => {
        const parkedBy = await parkedIn(installation, projection, stream)
        const store = await installation.openedStore()
        const { applied, error } = await parkedEvents[name](installation.pool, store, parkedBy, stream)
        const text = (): string => `Applied ${applied} events of ${stream} to ${projection}.`
        print(options, { projection, stream, applied, error }, text)
        if (error !== null) throw new CommandFailed(`${stream} stays parked in ${projection}: ${error}`)
      }),
    )

/** The projection of that name, which must have parked this very stream. */
async function parkedIn({ pool }: Installation, name: string, stream: string): Promise<Projection<unknown>> {
  const projection = namedProjections(name).find((one) => one.name === name)
  const parked = projection ? await parkedEvents.list(pool, [projection]) : []
  if (projection && parked.some((entry) => entry.stream === stream)) return projection
  throw new CommandFailed(
    `${name} has not parked "${stream}". List parked streams with "ecmr projections parked list".`,
  )
}

export const parkedCommands = (): readonly CommandUnknownOpts[] => [
  listParkedCommand(),
  parkedCommand('retry', 'apply the events of a parked stream again, in order'),
  parkedCommand(
    'skip',
    'skip the first event of a parked stream and apply the following ones; the log keeps it',
  ),
]
