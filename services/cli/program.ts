import { createRequire } from 'node:module'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { group } from './group.js'

const { version } = createRequire(import.meta.url)('../package.json')

type Read = () => Promise<{ commands(): readonly CommandUnknownOpts[] }>

/** Groups of commands, whose files are read when they are named: reading all of them takes most of a second. */
const groups: readonly (readonly [name: string, description: string, read: Read])[] = [
  ['companies', 'manage companies', () => import('./commands/companies.js')],
  ['users', 'manage the people who use the panel', () => import('./commands/users.js')],
  ['keys', 'manage API keys', () => import('./commands/keys.js')],
  [
    'webhooks',
    'inspect webhooks, their deliveries and replays',
    () => import('./commands/webhooks/index.js'),
  ],
  ['assistants', 'list and disconnect AI assistants', () => import('./commands/assistants.js')],
  ['projections', 'inspect and rebuild the read models', () => import('./commands/projections/index.js')],
  ['audit', 'verify and export the event log', () => import('./commands/audit/index.js')],
  ['proof', 'verify proof bundles of consignment notes', () => import('./commands/proof.js')],
  ['evidence', 'manage the keys and the tree of the event log', () => import('./commands/evidence.js')],
  ['witness', 'run a witness that cosigns checkpoints', () => import('./commands/witness.js')],
  ['privacy', 'find and erase personal data', () => import('./commands/privacy/index.js')],
  ['store', 'migrate, move and reconcile the database', () => import('./commands/store.js')],
  ['backup', 'back up, verify and restore the installation', () => import('./commands/backup/index.js')],
  ['documents', 'verify issued documents', () => import('./commands/documents.js')],
  ['storage', 'verify and move the document storage', () => import('./commands/storage.js')],
  ['ocr', 'read pictures of paper notes', () => import('./commands/ocr.js')],
  ['demo', 'create demo data', () => import('./commands/demo.js')],
  ['doctor', 'check the installation and say what to do', () => import('./commands/doctor.js')],
]

/**
 * The commands of `npx ecmr`.
 *
 * @param words what was typed after it; groups that are not named there have a description and no commands. Unless
 *   given, all commands
 */
export async function ecmr(words?: readonly string[]): Promise<CommandUnknownOpts> {
  const members = await Promise.all(
    groups.map(async ([name, description, read]) => {
      const isNamed = words === undefined || words.includes(name)
      const commands = isNamed ? (await read()).commands() : []
      for (const command of commands) speakToScripts(command)
      // A command that has the group's own name is typed without a second word.
      const [only] = commands
      return only?.name() === name ? only : group(name, description, commands)
    }),
  )
  return group(
    'ecmr',
    'Operate the eCMR Integration Service. Uses the same configuration as the services.',
    members,
  ).version(version, '-v, --version', 'print the version')
}

/** Gives a command, or those of a group, the option that all have. */
function speakToScripts(command: CommandUnknownOpts): void {
  for (const child of command.commands) speakToScripts(child)
  const hasJson = command.options.some(({ long }) => long === '--json')
  if (command.commands.length === 0 && !hasJson) command.option('--json', 'print JSON for scripts')
}
