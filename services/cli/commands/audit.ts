import { writeFile } from 'node:fs/promises'
import { Argument, Command, type CommandUnknownOpts } from '@commander-js/extra-typings'
import { auditBacklog, drainAuditOutbox, listCompanies, retrySetAside, setAsideChanges } from '@ecmr/accounts'
import { actingFor, parseEcmrNumber } from '@ecmr/domain'
import type { RecordedEvent } from '@ecmr/event-store'
import { noteIdByNumber } from '@ecmr/read-models'
import { validate } from 'uuid'
import { seenHead } from '../audit/heads.js'
import { type Problem, problemText } from '../audit/problem.js'
import { type AuditReport, verifyEverything, verifyNote } from '../audit/verify.js'
import { CommandFailed } from '../failure.js'
import { change, type Installation, inspect } from '../installation.js'
import { example, print, table } from '../output.js'
import { progressBar } from '../progress.js'

const MOST_LINES = 100

export const commands = (): readonly CommandUnknownOpts[] => [
  new Command('verify')
    .description('prove that no event of the log was changed, removed, inserted or moved')
    .addHelpText('after', example('ecmr audit verify'))
    .action((options) =>
      inspect(async (installation) => {
        const bar = progressBar('verifying', 'events')
        const report = await verifyEverything(installation, (done, total) =>
          bar.update({ done, total: total && Math.max(done, total) }),
        ).finally(bar.stop)
        print(options, report, () => summary(report))
        if (!report.ok) throw new CommandFailed(verdict(report.problems.length))
      }),
    ),
  new Command('export')
    .description(
      'write one note’s whole history as JSON lines, one event each, with the hashes that prove it',
    )
    .argument('<note>', 'its id or number')
    .option('--out <file>', 'where to; the terminal unless given')
    .option('--verify', 'check the hashes first, and fail when they do not hold')
    .option('--json', 'accepted for scripts; the output is JSON lines in any case')
    .addHelpText('after', example('ecmr audit export ECMR-2026-0123456789 --verify --out note.jsonl'))
    .action((idOrNumber, options) =>
      inspect(async (installation) => {
        const id = await findNote(installation, idOrNumber)
        const store = await installation.eventStore()
        const events = await store.readStream(`ecmr-${id}`)
        if (events.length === 0) throw new CommandFailed(`There is no consignment note ${id}.`)
        if (options.verify === true) {
          const seen = await seenHead(installation.pool, id)
          refuseBroken(await verifyNote(store, events, seen))
        }
        await write(events.map(line), options.out)
      }),
    ),
  new Command('pending')
    .description(
      'how many account changes wait to be written to the event log, and those that it cannot take',
    )
    .addHelpText('after', example('ecmr audit pending'))
    .action((options) =>
      inspect(async ({ pool }) => {
        const [backlog, changes] = [await auditBacklog(pool), await setAsideChanges(pool)]
        print(options, { ...backlog, changes }, () =>
          [
            `${backlog.waiting} account changes wait, the oldest for ${Math.round(backlog.oldest_ms / 1_000)} s.`,
            table(
              changes.map(({ id, company_id: company, type, at, reason }) => ({
                id,
                company,
                type,
                at,
                reason,
              })),
              'None is set aside.',
            ),
          ].join('\n'),
        )
      }),
    ),
  new Command('retry')
    .description('try again to write account changes that were set aside to the event log')
    .addArgument(new Argument('[change]', 'its id, as "ecmr audit pending" shows it; all unless given'))
    .addHelpText('after', example('ecmr audit retry 01993f5a-7c1e-7b52-9f3e-2a6d4c8e1b70'))
    .action((id, options) =>
      change(async ({ pool, signal, eventStore }) => {
        const retried = id === undefined || UUID.test(id) ? await retrySetAside(pool, id) : 0
        if (retried === 0 && id !== undefined)
          throw new CommandFailed(
            `No change "${id}" is set aside; "ecmr audit pending" shows those that are.`,
          )
        await drainAuditOutbox(pool, await eventStore(), { signal })
        const { set_aside } = await auditBacklog(pool)
        print(
          options,
          { retried, set_aside },
          () => `Tried ${retried} again; ${set_aside} are set aside now.`,
        )
        if (set_aside > 0 && retried > 0)
          throw new CommandFailed('The event log cannot take some of them; "ecmr audit pending" shows why.')
      }),
    ),
]

const verdict = (count: number): string =>
  count === 1
    ? 'The audit trail does not hold: 1 problem.'
    : `The audit trail does not hold: ${count} problems.`

function summary({ ok, events, streams, problems, witnesses }: AuditReport): string {
  const seen = witnesses.map(({ name, position }) => `${name} at ${position || 'the beginning'}`).join(', ')
  if (ok) {
    return `All ${events} events in ${streams} streams are as they were recorded; their ends agree with ${seen}.`
  }
  const lines = problems.slice(0, MOST_LINES).map(problemText)
  const rest = problems.length - lines.length
  return [...lines, ...(rest > 0 ? [`… and ${rest} more; --json lists them all.`] : [])].join('\n')
}

/** One event for an auditor: what happened, when and who did it first, then all that its hash is computed over. */
function line({ stream, revision, position, id, type, data, metadata }: RecordedEvent): string {
  const { recorded_at, actor } = metadata
  const by = `${actor.name} (${actor.kind} ${actor.id})`
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

/** The id of a note that is named by its id or its number. */
async function findNote({ pool }: Installation, idOrNumber: string): Promise<string> {
  if (validate(idOrNumber)) return idOrNumber.toLowerCase()
  const number = parseEcmrNumber(idOrNumber)
  if (number === undefined) {
    throw new CommandFailed(`"${idOrNumber}" is neither the id nor the number of a consignment note.`)
  }
  for (const company of await listCompanies(pool)) {
    const id = await noteIdByNumber(pool, actingFor(company.id), number)
    if (id !== undefined) return id
  }
  throw new CommandFailed(`There is no consignment note ${number}.`)
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
