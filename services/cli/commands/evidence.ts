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
    .description('print the key by which checkpoints and proofs are verified; note it down elsewhere')
    .addHelpText('after', example('ecmr evidence key'))
    .action(async (options) => {
      const { vkey, name } = await keyOf(loadConfig())
      print(options, { name, vkey }, () => vkey)
    }),
  new Command('status')
    .description('how far the event log is sealed, and what is wrong with that')
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
        if (isOn && problems.length > 0) throw new CommandFailed('Not everything is in order.')
      }),
    ),
  new Command('rotate-key')
    .description('announce in the event log that another key signs checkpoints from now on')
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
          () => `From now on ${to.vkey} follows ${from.vkey}.\n${NEXT}`,
        )
      }),
    ),
  new Command('rebuild')
    .description('make the tree anew from the event log, to the same bytes; no process may seal meanwhile')
    .option('--drop-contradicted', 'drop the checkpoints that the event log contradicts')
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
            `The tree was made anew from ${tree.size} events.`,
            ...(dropped > 0 ? [`${dropped} checkpoints that the event log contradicts were dropped.`] : []),
          ].join('\n'),
        )
      }),
    ),
]

const OFF = 'Evidence is off: EVIDENCE_KEY_FILE names no key.'
const NEXT =
  'Let EVIDENCE_KEY_FILE name the new file and restart the services, one after the other; the old key signs until the new one has. Tell those who verify, and keep the old key.'
const ROTATE_HELP = `${example('ecmr evidence rotate-key /run/secrets/evidence-2027.key')}
A new key: openssl genpkey -algorithm ed25519 -out evidence-2027.key
`

async function keyOf(config: Pick<Config, 'evidence' | 'siteUrl'>): Promise<LogKey> {
  const key = await openKey(config)
  if (key === undefined) throw new CommandFailed(OFF)
  return key
}
