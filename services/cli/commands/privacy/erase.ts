import { randomUUID } from 'node:crypto'
import { createInterface } from 'node:readline/promises'
import { Command, type CommandUnknownOpts, Option } from '@commander-js/extra-typings'
import { commandHandler, type Erased, erasePersonalData } from '@ecmr/application'
import { actingFor, type PersonalCategory, personalCategories } from '@ecmr/domain'
import { CommandFailed } from '../../failure.js'
import { change, type Installation } from '../../installation.js'
import { findNote } from '../../named-note.js'
import { operator, trustedClock } from '../../operator.js'
import { example, print, table } from '../../output.js'
import { listOf, namingNotes } from './find.js'

const words = ['people', 'parties', 'all'] as const

export const erase = (): CommandUnknownOpts =>
  new Command('erase')
    .description('permanently erase personal data of a note, or of all notes that name a person')
    .option('--note <note>', 'its id or number')
    .option('--person <words>', 'all notes whose history contains this text')
    .option('--company <company>', 'with --person: only notes of this company')
    .addOption(
      new Option(
        '--category <category>',
        'people: drivers, signers, contacts and free text; parties: names, tax IDs and addresses of the companies',
      )
        .choices(words)
        .default('people' as const),
    )
    .requiredOption('--reason <reason>', 'why; kept on record, so do not include names')
    .option('--yes', 'do not ask for confirmation')
    .addHelpText('after', ERASE_HELP)
    .action(({ note, person, company, category, reason, yes = false, ...options }) =>
      change(async (installation) => {
        const notes = await chosen(installation, { note, person, company })
        if (!yes) await confirmed(notes)
        const categories = category === 'all' ? personalCategories : ([category] as const)
        const results = await eraseAll(installation, notes, { categories, reason })
        print(options, { notes: results }, () => summary(results))
        const failed = results.filter(({ outcome }) => outcome === 'refused' || outcome === 'conflict')
        if (failed.length > 0)
          throw new CommandFailed(`${failed.length} of ${results.length} notes were not changed.`)
      }),
    )

const ERASE_HELP = `${example('ecmr privacy erase --person "Zoraida Quintanilla" --reason "requested on 3 March"')}
Erased data cannot be recovered. The rest of the log can still be verified. While the service runs, read models, documents and
stored notifications are updated within a minute. After delivery, the law requires data to be kept for a year: the erasure is
scheduled for the end of that period.
`

interface Chosen {
  readonly id: string
  readonly name: string
}

interface Result extends Chosen {
  readonly outcome: Erased['outcome']
  readonly detail: string
}

async function chosen(
  installation: Installation,
  { note, person, company }: Readonly<Record<'note' | 'person' | 'company', string | undefined>>,
): Promise<readonly Chosen[]> {
  if ((note === undefined) === (person === undefined))
    throw new CommandFailed('Use either --note or --person.')
  if (note !== undefined) return [{ id: await findNote(installation, note), name: note }]
  const { notes, isMore } = await namingNotes(installation, person ?? '', company)
  if (notes.length === 0) throw new CommandFailed('No notes contain this text.')
  console.error(listOf(notes, isMore))
  return notes.map(({ ecmr_id: id, ecmr_number: name }) => ({ id, name }))
}

async function confirmed(notes: readonly Chosen[]): Promise<void> {
  if (!process.stdin.isTTY)
    throw new CommandFailed('Nothing was erased. Use --yes to erase without confirmation.')
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await asking.question(
    `Permanently erase data in ${notes.length} notes? Type yes to confirm: `,
  )
  asking.close()
  if (answer.trim() !== 'yes') throw new CommandFailed('Nothing was erased.')
}

async function eraseAll(
  installation: Installation,
  notes: readonly Chosen[],
  what: { readonly categories: readonly PersonalCategory[]; readonly reason: string },
): Promise<readonly Result[]> {
  const { pool } = installation
  const recorded = await installation.eventStore()
  const dataKeys = await installation.keys()
  const clock = await trustedClock(installation)
  const commands = commandHandler({ store: recorded, keys: dataKeys, clock })
  const results: Result[] = []
  for (const { id, name } of notes) {
    installation.signal.throwIfAborted()
    const company = actingFor((await recorded.readStream(`ecmr-${id}`))[0]?.metadata.company_id ?? '')
    const caller = { company, actor: { ...operator(), company_id: company }, correlationId: randomUUID() }
    const erasing = { ...what, noteId: id, by: 'operator', commandId: randomUUID() } as const
    const erased = await erasePersonalData({ pool, recorded, dataKeys, commands }, caller, erasing)
    results.push({ id, name, outcome: erased.outcome, detail: detailOf(erased) })
  }
  return results
}

function detailOf(erased: Erased): string {
  switch (erased.outcome) {
    case 'erased':
      return 'erased'
    case 'waits':
      return `scheduled for ${erased.due.slice(0, 10)}, when the legal retention period ends`
    case 'nothing':
      return 'nothing to erase'
    case 'refused':
      return erased.refusal.detail
    default:
      return 'the note changed at the same time; run this again'
  }
}

function summary(results: readonly Result[]): string {
  return table(
    results.map(({ name: note, detail: result }) => ({ note, result })),
    '',
  )
}
