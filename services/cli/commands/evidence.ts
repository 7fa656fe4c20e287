import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import {
  type LogKey,
  openKey,
  originOf,
  readSigner,
  rebuildTree,
  rotateKey,
  sealingState,
} from '@ecmr/evidence'
import { type Config, loadConfig } from '@ecmr/runtime'
import { CommandFailed } from '../failure.js'
import { change } from '../installation.js'
import { operator, trustedClock } from '../operator.js'
import { example, print } from '../output.js'
import { progressBar } from '../progress.js'

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('key')
    .description('print the key that verifies checkpoints and proofs; keep a copy elsewhere')
    .addHelpText('after', example('ecmr evidence key'))
    .action(async (options) => {
      const { vkey, name } = await keyOf(loadConfig())
      print(options, { name, vkey }, () => vkey)
    }),
  new Command('status')
    .description('show how much of the event log is sealed, and any problems')
    .addHelpText('after', example('ecmr evidence status'))
    .action((options) =>
      change(async ({ pool, config }) => {
        const isOn = config.evidence.key !== undefined
        const state = await sealingState(pool)
        const problems = isOn ? state.problems : [OFF]
        print(options, { on: isOn, ...state, problems }, () =>
          [
            `${state.sealed} events are sealed.`,
            state.checkpoint
              ? `The newest checkpoint covers ${state.checkpoint.size} events, at ${state.checkpoint.at}.`
              : 'There is no checkpoint yet.',
            ...problems,
          ].join('\n'),
        )
        if (isOn && problems.length > 0) throw new CommandFailed('Problems found.')
      }),
    ),
  new Command('rotate-key')
    .description('record in the event log that a new key signs checkpoints from now on')
    .argument('<file>', 'the new key: Ed25519 in PKCS#8 (PEM)')
    .addHelpText('after', ROTATE_HELP)
    .action((file, options) =>
      change(async (installation) => {
        const { config, pool } = installation
        const from = await keyOf(config)
        const to = await readSigner(file, originOf(config.siteUrl))
        const clock = await trustedClock(installation)
        const store = await installation.eventStore()
        const actor = { kind: 'operator', id: operator().id, company_id: '' } as const
        await rotateKey({ pool, store, from, to, actor, at: clock() })
        print(
          options,
          { old: from.vkey, new: to.vkey },
          () => `Recorded that ${to.vkey} replaces ${from.vkey}.\n${NEXT}`,
        )
      }),
    ),
  new Command('rebuild')
    .description('rebuild the tree from the event log; no process may be sealing')
    .option('--drop-contradicted', 'discard checkpoints that contradict the event log')
    .addHelpText('after', example('ecmr evidence rebuild'))
    .action(({ dropContradicted = false, ...options }) =>
      change(async ({ pool, eventStore, signal }) => {
        const store = await eventStore()
        const bar = progressBar('rebuilding', 'events')
        const onProgress = (done: number): void => bar.update({ done, total: undefined })
        const rebuilding = rebuildTree({ pool, store, dropContradicted, signal, onProgress })
        const { tree, dropped } = await rebuilding.finally(bar.stop)
        print(options, { size: tree.size, dropped }, () =>
          [
            `Rebuilt the tree from ${tree.size} events.`,
            ...(dropped > 0 ? [`Discarded ${dropped} checkpoints that contradict the event log.`] : []),
          ].join('\n'),
        )
      }),
    ),
]

const OFF = 'Evidence is off: EVIDENCE_KEY_FILE is not set.'
const NEXT =
  'Set EVIDENCE_KEY_FILE to the new file and restart the services one by one. The old key signs until the new one has signed. Publish the new key to verifiers and keep the old one.'
const ROTATE_HELP = `${example('ecmr evidence rotate-key /run/secrets/evidence-2027.key')}
A new key: openssl genpkey -algorithm ed25519 -out evidence-2027.key
`

async function keyOf(config: Pick<Config, 'evidence' | 'siteUrl'>): Promise<LogKey> {
  const key = await openKey(config)
  if (key === undefined) throw new CommandFailed(OFF)
  return key
}
