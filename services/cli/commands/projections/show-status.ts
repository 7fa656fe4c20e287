import { Command } from '@commander-js/extra-typings'
import { type ProjectionStatus, projectionStatus } from '@ecmr/projections'
import { projections } from '@ecmr/read-models'
import { example } from '../../example.js'
import { inspect } from '../../installation.js'
import { print } from '../../output/print.js'
import { table } from '../../output/table.js'

export const showStatusCommand = () =>
  new Command('status')
    .description('show how far each projection has come')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr projections status'))
    .action((options) =>
      inspect(async ({ pool, eventStore }) => {
        const statuses = await projectionStatus(pool, await eventStore(), projections)
        print(options, { projections: statuses }, () => [shown(statuses), ...problemsOf(statuses)].join('\n'))
      }),
    )

function shown(projections: readonly ProjectionStatus[]): string {
  return table(
    projections.map(({ name, state, lag_events, lag_ms, parked, position, head }) => ({
      name,
      state,
      lag_events,
      lag_ms,
      parked,
      position,
      head,
    })),
    'There are no projections.',
  )
}

function problemsOf(projections: readonly ProjectionStatus[]): readonly string[] {
  return projections.flatMap(({ problem }) => problem ?? [])
}
