import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { ecmr } from '../../harness/operator.js'
import { newScratchDirectory } from '../../harness/servers.js'
import { atMost, format, type Row } from '../harness/bench.js'
import { seededCompany } from '../harness/seeding.js'

/** Whole lives of notes, some seven events each. */
const NOTES = 147_000

const taken = Type.Object({ events: Type.Integer(), bytes: Type.Integer(), seconds: Type.Number() })
const restored = Type.Object({ seconds: Type.Number() })

// A million events into an encrypted backup, and back into an empty database with read models, tree and proof. The log is
// written once and each is done once: what is looked for is an order of magnitude.
export const backupAndRestore: Row = async (bench) => {
  const [from, to] = [await bench.database('bench_backup'), await bench.database('bench_restored')]
  await seededCompany(bench, from, bench.quick ? NOTES / 100 : NOTES)
  const directory = await newScratchDirectory('bench-backup')
  const place = join(directory, 'backups')
  const run = async (url: string, ...args: readonly string[]): Promise<unknown> => {
    const environment = {
      BACKUP_KEY: 'only this bench ever uses this key',
      DATA_DIR: join(directory, 'data'),
    }
    return JSON.parse(await ecmr({ ...bench.settings(url), ...environment }, 'backup', ...args, '--json'))
  }
  try {
    const first = Value.Parse(taken, await run(from, 'create', place))
    const next = Value.Parse(taken, await run(from, 'create', place))
    const { seconds } = Value.Parse(restored, await run(to, 'restore', place))
    const events = format(first.events)
    const remark = `${format(first.bytes / 1e6)} MB`
    return [
      atMost(180, { what: `backup of ${events} events`, unit: 's', ours: first.seconds, remark }),
      atMost(20, { what: 'the next one, without news', unit: 's', ours: next.seconds }),
      atMost(600, { what: `restore of ${events} events with rebuild and proof`, unit: 's', ours: seconds }),
    ]
  } finally {
    await rm(directory, { recursive: true, force: true })
  }
}
