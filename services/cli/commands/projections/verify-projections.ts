import { Command } from '@commander-js/extra-typings'
import { type Projection, type VerifyReport, verifyProjections } from '@ecmr/projections'
import { expectedEvents } from '@ecmr/read-models'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { inspect } from '../../installation.js'
import { namedProjections } from '../../options/named-projections.js'
import { print } from '../../output/print.js'
import { table } from '../../output/table.js'
import { watchRebuild } from './watch-rebuild.js'

export const verifyProjectionsCommand = () =>
  new Command('verify')
    .description('rebuild aside and compare every row with the live read models')
    .argument('[name]', 'a projection, or all', 'all')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr projections verify list'))
    .action((name, printing) =>
      inspect(async ({ pool, url, signal, eventStore }) => {
        const projections = namedProjections(name)
        const store = await eventStore()
        const eventsTotal = await expectedEvents(pool, store)
        const { onProgress, stop } = watchRebuild()
        const options = { pool, url, store, projections, eventsTotal, signal, onProgress }
        const report = await verifyProjections(options).finally(stop)
        print(printing, report, () => summary(projections, report))
        if (!report.ok) throw new CommandFailed(`${report.differing} rows differ from the log.`)
      }),
    )

function summary(
  projections: readonly Projection<unknown>[],
  { ok, rows, differences }: VerifyReport,
): string {
  if (ok) return `${projections.map(({ name }) => name).join(', ')}: all ${rows} rows are as the log says.`
  return table(
    differences.map(({ projection, table: name, key, kind }) => ({
      projection,
      table: name,
      key: key.join(' '),
      kind,
    })),
    '',
  )
}
