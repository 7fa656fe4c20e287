import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { type ActorNames, actorNames } from '@ecmr/accounts'
import { actingFor } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { openObjectStorage } from '@ecmr/storage'
import { type ExportReport, exportCompany } from '../../audit/company-export/export-company.js'
import { openProver } from '../../audit/company-export/open-prover.js'
import { seenHead } from '../../audit/heads.js'
import { type Problem, problemText } from '../../audit/problem.js'
import { verifyNote } from '../../audit/verify-note.js'
import { CommandFailed } from '../../failure.js'
import { type Installation, inspect } from '../../installation.js'
import { findNote } from '../../named-note.js'
import { companyNamed, instant } from '../../options.js'
import { example, print } from '../../output.js'
import { progressBar } from '../../progress.js'

export const exportEvents = (): CommandUnknownOpts =>
  new Command('export')
    .description(
      'export a note’s full history as JSON lines, or everything recorded for a company to a folder, with proofs',
    )
    .argument('[note]', 'its id or number')
    .option('--company <company>', 'a company (id or name) instead of a note')
    .option('--since <instant>', 'with --company: only events recorded at or after this time', instant)
    .option('--until <instant>', 'with --company: only events recorded before this time', instant)
    .option(
      '--out <path>',
      'for a note, the file (standard output by default); for a company, the folder to create',
    )
    .option('--verify', 'for a note: verify the hashes first and fail if they are not valid')
    .option('--json', 'print JSON for scripts; a note’s history is always JSON lines')
    .addHelpText('after', EXPORT_HELP)
    .action((note, { company, ...options }) => {
      if (note !== undefined && company === undefined) return exportNote(note, options)
      if (note === undefined && company !== undefined) return exportAll(company, options)
      throw new CommandFailed('Use either a note or --company.')
    })

const EXPORT_HELP = `${example('ecmr audit export ECMR-2026-0123456789 --verify --out note.jsonl')}  $ ecmr audit export --company "Transportes Norte" --since 2026-07-01T00:00:00Z --until 2026-10-01T00:00:00Z --out norte-2026-q3

The folder of a company contains its events as recorded, its documents, proofs that they are in the log, and a signed manifest
with the SHA-256 of each file. It appears once complete. Verify it offline with "ecmr audit import-check".
`

interface Options {
  readonly since?: Date
  readonly until?: Date
  readonly out?: string
  readonly verify?: true
  readonly json?: true
}

function exportNote(idOrNumber: string, { since, until, out, verify }: Options): Promise<void> {
  if (since || until) throw new CommandFailed('--since and --until only work with --company.')
  return inspect(async (installation) => {
    const id = await findNote(installation, idOrNumber)
    const store = await installation.eventStore()
    const events = await store.readStream(`ecmr-${id}`)
    if (events.length === 0) throw new CommandFailed(`Consignment note ${id} not found.`)
    if (verify === true) {
      const seen = await seenHead(installation.pool, id)
      refuseBroken(await verifyNote(store, events, seen))
    }
    await write(await linesOf(installation, events), out)
  })
}

function exportAll(named: string, { since, until, out, ...output }: Options): Promise<void> {
  if (out === undefined) throw new CommandFailed('Use --out to choose the folder to create.')
  if (since && until && since >= until) throw new CommandFailed('--until must be later than --since.')
  return inspect(async (installation) => {
    const { id: company } = await companyNamed(installation, named)
    const bar = progressBar('reading', 'events')
    const report = await exportCompany({
      store: await installation.eventStore(),
      storage: openObjectStorage(installation.config.storage),
      prover: await openProver(installation),
      company,
      since: since?.toISOString(),
      until: until?.toISOString(),
      out: resolve(out),
      signal: installation.signal,
      onProgress: (done) => bar.update({ done, total: undefined }),
    }).finally(bar.stop)
    print(output, { company, since: since ?? null, until: until ?? null, out, ...report }, () =>
      summary(report, out),
    )
  })
}

function summary({ events, streams, documents, absent, size }: ExportReport, out: string): string {
  const made = `Wrote ${events} events of ${streams} streams and ${documents} documents to ${out}.`
  const gone = `${absent.length} documents are missing or damaged; absent-documents.txt lists them.`
  const proven = `The end of each stream is proven to be in the log’s tree of ${size} events.`
  return [made, ...(absent.length > 0 ? [gone] : []), size === null ? UNPROVEN : proven].join('\n')
}

const UNPROVEN = 'It contains no proofs: EVIDENCE_KEY_FILE is not set, or there are no events.'

async function linesOf({ pool }: Installation, events: readonly RecordedEvent[]): Promise<readonly string[]> {
  const company = actingFor(events[0]?.metadata.company_id ?? '')
  const actors = events.map(({ metadata }) => metadata.actor)
  const nameOf = await actorNames(pool, company, actors)
  return events.map((event) => line(event, nameOf))
}

/** One event for an auditor: what happened, when and who did it first, then all that its hash is computed over. */
function line(
  { stream, revision, position, id, type, data, metadata }: RecordedEvent,
  nameOf: ActorNames,
): string {
  const { recorded_at, actor } = metadata
  const by = [nameOf(actor), `(${actor.kind} ${actor.id})`].join(' ').trim()
  const place = { stream, revision, position, id }
  return JSON.stringify({ version: revision + 1, type, recorded_at, by, data, metadata, ...place })
}

function refuseBroken(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new CommandFailed(`Not exported. ${problems.map(problemText).join('; ')}.`)
}

async function write(lines: readonly string[], file: string | undefined): Promise<void> {
  const text = lines.join('\n')
  if (file === undefined) console.log(text)
  else await writeFile(file, `${text}\n`)
}
