import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { type Config, loadConfig } from '@ecmr/runtime'
import {
  type CopiedObjects,
  copyObjects,
  type Findings,
  type ObjectStorage,
  openObjectStorage,
  type VerifiedObjects,
  verifyObjects,
} from '@ecmr/storage'
import { CommandFailed } from '../failure.js'
import { interruptible } from '../interruptible.js'
import { example, print } from '../output.js'
import { progressBar } from '../progress.js'

const MOST_LINES = 100
const kinds = ['local', 's3'] as const

type Kind = (typeof kinds)[number]

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('verify')
    .description('read every stored document and verify that it is as it was issued')
    .addHelpText('after', example('ecmr storage verify'))
    .action(async (options) => {
      const { storage } = loadConfig()
      const bar = progressBar('verifying', 'documents')
      const report = await interruptible((signal) =>
        verifyObjects(openObjectStorage(storage), {
          signal,
          onProgress: (done) => bar.update({ done, total: undefined }),
        }),
      ).finally(bar.stop)
      print(options, report, () => (report.ok ? allWhole(report, storage.kind) : linesOf(report)))
      refuse(report)
    }),
  new Command('move')
    .description('copy every issued document to the other storage and verify the copies')
    .addOption(new Option('--to <storage>', 'where to').choices(kinds).makeOptionMandatory())
    .option(
      '--remove',
      'remove copied documents from the old storage; the services must already use the new one',
    )
    .addHelpText('after', MOVE_HELP)
    .action(async ({ to, remove = false, ...options }) => {
      const config = loadConfig()
      if (remove && config.storage.kind !== to) throw new CommandFailed(stillUsed(to))
      const from = to === 's3' ? 'local' : 's3'
      const began = performance.now()
      const report = await move(opened(config, from), opened(config, to), remove)
      const seconds = (performance.now() - began) / 1_000
      print(options, { from, to, ...report, seconds }, () =>
        [...(report.ok ? [] : [linesOf(report)]), summary(report, { from, to, remove, seconds })].join('\n'),
      )
      refuse(report)
    }),
]

const MOVE_HELP = `${example('ecmr storage move --to s3')}
Moving to S3 (to move back, swap the storages):
  1. Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY, and copy while the services run. Repeat as often as you like.
  2. Stop the services, run it again to copy what was issued since, set STORAGE=s3 and start them.
  3. When everything works, run it with --remove. Until then the old storage keeps everything.
`

async function move(from: ObjectStorage, to: ObjectStorage, remove: boolean): Promise<CopiedObjects> {
  const bar = progressBar('copying', 'documents')
  const onProgress = (done: number): void => bar.update({ done, total: undefined })
  return interruptible(async (signal) => {
    try {
      return await copyObjects(from, to, { remove, signal, onProgress })
    } catch (error) {
      throw signal.aborted ? new CommandFailed('Interrupted. Run the same command to continue.') : error
    } finally {
      bar.stop()
    }
  })
}

function opened({ storages }: Config, kind: Kind): ObjectStorage {
  const source = storages[kind]
  if (source) return openObjectStorage(source)
  throw new CommandFailed('Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY to use S3.')
}

const stillUsed = (to: Kind): string =>
  `The services still use the storage that this would empty. Set STORAGE=${to}, restart them and run this again.`

const allWhole = ({ objects, bytes }: VerifiedObjects, kind: Kind): string =>
  `All ${objects} documents in ${kind} (${(bytes / 1_000_000).toFixed(1)} MB) are as they were issued.`

function linesOf({ damaged, misplaced, more }: Findings): string {
  const all = [
    ...damaged.map(({ key, fault }) => `${key} is damaged: ${fault}`),
    ...misplaced.map((name) => `${JSON.stringify(name)} is not a document, or not in its place`),
  ]
  const rest = all.length - MOST_LINES + more
  return [...all.slice(0, MOST_LINES), ...(rest > 0 ? [`… and ${rest} more.`] : [])].join('\n')
}

function summary(
  { ok, objects, copied, removed }: CopiedObjects,
  options: { readonly from: Kind; readonly to: Kind; readonly remove: boolean; readonly seconds: number },
): string {
  const { from, to, remove, seconds } = options
  const done = `Copied ${copied} documents from ${from} to ${to} in ${seconds.toFixed(1)} s; ${objects - copied} were already there. All ${objects} were verified.`
  if (remove) return `${done} Removed ${removed} from ${from}.`
  const next = `To switch, stop the services, run this again, set STORAGE=${to} and start them. ${from} keeps everything until you use --remove.`
  return ok ? `${done}\n${next}` : done
}

function refuse({ ok, damaged, misplaced, more }: Findings & { readonly ok: boolean }): void {
  const count = damaged.length + misplaced.length + more
  if (!ok) throw new CommandFailed(`Found ${count === 1 ? '1 problem' : `${count} problems`}.`)
}
