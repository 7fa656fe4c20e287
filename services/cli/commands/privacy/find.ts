import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { type NamingNote, notesNaming } from '@ecmr/read-models'
import { CommandFailed } from '../../failure.js'
import { type Installation, inspect } from '../../installation.js'
import { companyNamed } from '../../options.js'
import { example, print, table } from '../../output.js'

const SHORTEST = 3
const LONGEST = 200

export const find = (): CommandUnknownOpts =>
  new Command('find')
    .description('list the notes whose history contains a text, such as the name of a person, and where')
    .argument('<words>', 'text to search for, case-insensitive')
    .option('--company <company>', 'only notes of this company (id or name)')
    .addHelpText('after', example('ecmr privacy find "Zoraida Quintanilla"'))
    .action((words, { company, ...options }) =>
      inspect(async (installation) => {
        const found = await namingNotes(installation, words, company)
        print(options, found, () => listOf(found.notes, found.isMore))
      }),
    )

/** The notes that say some words. */
export async function namingNotes(installation: Installation, words: string, company: string | undefined) {
  const sought = words.trim()
  if (sought.length < SHORTEST || sought.length > LONGEST)
    throw new CommandFailed(`Enter ${SHORTEST} to ${LONGEST} characters to search for.`)
  const of = company === undefined ? undefined : (await companyNamed(installation, company)).id
  return notesNaming(installation.pool, sought, of)
}

/** Notes and places, for people. */
export function listOf(notes: readonly NamingNote[], isMore: boolean): string {
  const rows = notes.map(({ ecmr_number: note, company_id: company, places, also_elsewhere }) => ({
    note,
    company,
    places: [...places, ...(also_elsewhere ? ['elsewhere (stays)'] : [])],
  }))
  const rest = isMore ? '\nMore notes match. Narrow the search with a longer text or a company.' : ''
  return `${table(rows, 'No notes contain this text.')}${rest}`
}
