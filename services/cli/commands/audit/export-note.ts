import { writeFile } from 'node:fs/promises'
import { Command } from '@commander-js/extra-typings'
import type { RecordedEvent } from '@ecmr/event-store'
import { findNote } from '../../audit/find-note.js'
import { type Problem, problemText } from '../../audit/problem.js'
import { seenHead } from '../../audit/seen-heads.js'
import { verifyNote } from '../../audit/verify-note.js'
import { example } from '../../example.js'
import { CommandFailed } from '../../failure.js'
import { inspect } from '../../installation.js'

export const exportNoteCommand = () =>
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
    )

/** One event for an auditor: what happened, when and who did it first, then all that its hash is computed over. */
function line({ stream, revision, position, id, type, data, metadata }: RecordedEvent): string {
  const { recorded_at, actor } = metadata
  const by = `${actor.name} (${actor.kind} ${actor.id})`
  return JSON.stringify({
    version: revision + 1,
    type,
    recorded_at,
    by,
    data,
    metadata,
    stream,
    revision,
    position,
    id,
  })
}

function refuseBroken(problems: readonly Problem[]): void {
  if (problems.length > 0) throw new CommandFailed(`Not exported. ${problems.map(problemText).join('; ')}.`)
}

async function write(lines: readonly string[], file: string | undefined): Promise<void> {
  const text = lines.join('\n')
  if (file === undefined) console.log(text)
  else await writeFile(file, `${text}\n`)
}
