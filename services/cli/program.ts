import { createRequire } from 'node:module'
import type { CommandUnknownOpts } from '@commander-js/extra-typings'
import { group } from './group.js'

const { version } = createRequire(import.meta.url)('../package.json')

/** A group of commands, whose files are read when it is named: reading all of them takes most of a second. */
interface Group {
  readonly name: string
  readonly description: string
  read(): Promise<{ commands(): readonly CommandUnknownOpts[] }>
}

const groups: readonly Group[] = [
  {
    name: 'companies',
    description: 'the companies whose notes we keep',
    read: () => import('./commands/companies.js'),
  },
  {
    name: 'users',
    description: 'the people of companies, who use the panel',
    read: () => import('./commands/users.js'),
  },
  {
    name: 'keys',
    description: 'the API keys of companies',
    read: () => import('./commands/keys.js'),
  },
  {
    name: 'webhooks',
    description: 'where companies receive events',
    read: () => import('./commands/webhooks/index.js'),
  },
  {
    name: 'assistants',
    description: 'AI assistants that people have connected',
    read: () => import('./commands/assistants.js'),
  },
  {
    name: 'projections',
    description: 'the read models that are made from the log',
    read: () => import('./commands/projections/index.js'),
  },
  {
    name: 'audit',
    description: 'proof of what was written, by whom and when',
    read: () => import('./commands/audit.js'),
  },
  {
    name: 'store',
    description: 'the database',
    read: () => import('./commands/store.js'),
  },
  {
    name: 'ocr',
    description: 'reading the pictures of paper notes',
    read: () => import('./commands/ocr.js'),
  },
  {
    name: 'demo',
    description: 'data to try things with',
    read: () => import('./commands/demo.js'),
  },
]

/**
 * The commands of `npx ecmr`.
 *
 * @param words what was typed after it; groups that are not named there have a description and no commands. Unless
 *   given, all commands
 */
export async function ecmr(words?: readonly string[]): Promise<CommandUnknownOpts> {
  const members = await Promise.all(
    groups.map(async ({ name, description, read }) => {
      const isNamed = words === undefined || words.includes(name)
      return group(name, description, isNamed ? (await read()).commands() : [])
    }),
  )
  return group(
    'ecmr',
    'Operates the eCMR Integration Service, on the same configuration as its services.',
    members,
  ).version(version, '-v, --version', 'print the version')
}
