import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { type CheckedExport, checkExport } from '../../audit/company-export/check-export.js'
import { CommandFailed } from '../../failure.js'
import { interruptible } from '../../interruptible.js'
import { example, print } from '../../output.js'
import { verifierKeys } from '../../verifier-keys.js'

export const importCheck = (): CommandUnknownOpts =>
  new Command('import-check')
    .description('verify the export of a company offline, without a database')
    .argument('<folder>', 'folder created by "ecmr audit export --company"')
    .option('--key <vkey>', 'log key; the keys in the export by default', verifierKeys)
    .option('--witness <vkey>', 'a key of a witness that must have cosigned', verifierKeys)
    .addHelpText('after', HELP)
    .action(async (folder, { key: keys = [], witness: witnesses = [], ...options }) => {
      const checked = await interruptible((signal) => checkExport(folder, { keys, witnesses, signal })).catch(
        (error: unknown) => {
          if (error instanceof CommandFailed && 'json' in options)
            print(options, { ok: false, problem: error.message }, () => '')
          throw error
        },
      )
      print(options, checked, () => summary(checked))
    })

const HELP = `${example('ecmr audit import-check norte-2026-q3')}
Exit code: 0 if valid, 1 if not valid, 2 if the folder cannot be read.
`

function summary(checked: CheckedExport): string {
  const { company, since, until, events, streams, documents, absent } = checked
  const time = [...(since ? [`from ${since}`] : []), ...(until ? [`before ${until}`] : [])].join(' and ')
  const what = `All ${events} events of ${streams} streams and ${documents} documents of company ${company}`
  const gone = absent > 0 ? ` ${absent} documents no longer existed when it was created.` : ''
  return `${what}${time && `, recorded ${time},`} match the export.${gone}\n${proofText(checked)}`
}

function proofText({ signed_by, tree, own_keys }: CheckedExport): string {
  if (signed_by.length === 0) return 'It is not signed, so its origin and date are unknown.'
  const signed = `It is signed by ${signed_by.join(' and ')}`
  const key = own_keys
    ? ', a key from the export itself. Compare it with /.well-known/ecmr-log of the service, or use --key.'
    : '.'
  if (tree === null) return `${signed}${key}`
  const at = tree.at === null ? '' : `, signed at ${tree.at}`
  return `${signed}${key}\nThe end of each stream is in the log’s tree of ${tree.size} events (root ${tree.root}${at}).`
}
