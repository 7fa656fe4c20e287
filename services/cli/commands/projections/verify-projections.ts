import { Command } from '@commander-js/extra-typings'
import { type VerifyReport, verifyProjections } from '@ecmr/read-models'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { inspect } from '../../installation.js'
import { projectionNames } from '../../options/projection-names.js'
import { print } from '../../output/print.js'
import { table } from '../../output/table.js'
import { watchRebuild } from './watch-rebuild.js'

export const verifyProjectionsCommand = () =>
  new Command('verify')
    .description('rebuild aside and compare every row with the live read models')
    .argument('[name]', 'a projection, or all', 'all')
    .option('--json', 'print JSON for scripts')
    .addHelpText('after', example('ecmr projections verify list'))
    .action((name, options) =>
      inspect(async ({ pool, url, signal, eventStore }) => {
        const names = projectionNames(name)
        const store = await eventStore()
        const { onProgress, stop } = watchRebuild()
        const report = await verifyProjections({ pool, url, store, names, signal, onProgress }).finally(stop)
        print(options, report, () => summary(names, report))
        if (!report.ok) throw new CommandFailed(`${report.differing} rows differ from the log.`)
      }),
    )

function summary(names: readonly string[], { ok, rows, differences }: VerifyReport): string {
  if (ok) return `${names.join(', ')}: all ${rows} rows are as the log says.`
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
