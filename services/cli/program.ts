import { createRequire } from 'node:module'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { group } from './group.js'

const { version } = createRequire(import.meta.url)('../package.json')

type Read = () => Promise<{ commands(): readonly CommandUnknownOpts[] }>

/** Groups of commands, whose files are read when they are named: reading all of them takes most of a second. */
const groups: readonly (readonly [name: string, description: string, read: Read])[] = [
  ['companies', 'the companies whose notes we keep', () => import('./commands/companies.js')],
  ['users', 'the people of companies, who use the panel', () => import('./commands/users.js')],
  ['keys', 'the API keys of companies', () => import('./commands/keys.js')],
  ['webhooks', 'where companies receive events', () => import('./commands/webhooks/index.js')],
  ['assistants', 'AI assistants that people have connected', () => import('./commands/assistants.js')],
  [
    'projections',
    'the read models that are made from the log',
    () => import('./commands/projections/index.js'),
  ],
  ['audit', 'proof of what was written, by whom and when', () => import('./commands/audit/index.js')],
  ['proof', 'proof bundles of consignment notes', () => import('./commands/proof.js')],
  ['evidence', 'proofs over the event log: key, state, tree', () => import('./commands/evidence.js')],
  ['witness', 'cosigns the checkpoints of event logs', () => import('./commands/witness.js')],
  ['privacy', 'personal values: finding and erasing them', () => import('./commands/privacy/index.js')],
  ['store', 'the database', () => import('./commands/store.js')],
  ['documents', 'the documents that were issued', () => import('./commands/documents.js')],
  ['storage', 'where issued documents are kept', () => import('./commands/storage.js')],
  ['ocr', 'reading the pictures of paper notes', () => import('./commands/ocr.js')],
  ['demo', 'data to try things with', () => import('./commands/demo.js')],
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
      return group(name, description, commands)
    }),
  )
  return group(
    'ecmr',
    'Operates the eCMR Integration Service, on the same configuration as its services.',
    members,
  ).version(version, '-v, --version', 'print the version')
}

/** Gives a command, or those of a group, the option that all have. */
function speakToScripts(command: CommandUnknownOpts): void {
  for (const child of command.commands) speakToScripts(child)
  const hasJson = command.options.some(({ long }) => long === '--json')
  if (command.commands.length === 0 && !hasJson) command.option('--json', 'print JSON for scripts')
}
