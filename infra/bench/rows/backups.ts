import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import pg from 'pg'
import { ecmr } from '../../harness/operator.js'
import { accepted, exampleNote, send } from '../../harness/requests.js'
import { newScratchDirectory } from '../../harness/servers.js'
import { type Bench, compared, inTurn, type Row } from '../harness/bench.js'
import { keepOriginals, multiplyNotes } from '../harness/multiplied-notes.js'
import { median, percentile } from '../harness/numbers.js'
import { seededCompany } from '../harness/seeding.js'
import { sendUntil } from '../harness/steady-load.js'

const ROUNDS = 3
/** Of whole lives: some seven events each. */
const NOTES = 1_000
const COPIES = 60
/** A backup is to take so long, and of a log that is copied further until it does. */
const LEAST_SECONDS = 10
const ENOUGH = 1.2
const SEND_EVERY_MS = 10
const WARM_UP_MS = 3_000

const backup = Type.Object({ events: Type.Number(), bytes: Type.Number(), seconds: Type.Number() })

// What creates and lists take while a full, encrypted backup of a large log is taken by the command, against the same load without.
export const backups: Row = async (bench) => {
  const directory = await newScratchDirectory('backups')
  const database = await bench.database('bench_backups')
  const notes = bench.quick ? NOTES / 10 : NOTES
  const { key } = await seededCompany(bench, database, notes)
  await bench.ecmr(database, 'projections', 'rebuild', 'all', '--drop-old')
  const backUp = () => backUpAnew(bench, database, directory)
  await followOnce(bench, database)
  const seconds = await growLog(bench, database, backUp)
  const service = await bench.service(database)
  const load = [
    async () => accepted(await send(`${service.url}/api/ecmrs`, key, { body: exampleNote }), Type.Object({})),
    async () => accepted(await send(`${service.url}/api/ecmrs?limit=20`, key), Type.Object({})),
  ]
  await sendUntil(delay(WARM_UP_MS), load, SEND_EVERY_MS)
  const taken: Awaited<ReturnType<typeof backUp>>[] = []
  const { ours, baseline } = await inTurn(
    { rounds: Math.min(bench.rounds, ROUNDS), warmUp: false },
    {
      // As long as a backup: whatever else PostgreSQL does now and then comes as often.
      baseline: () => sendUntil(delay(seconds * 1_000), load, SEND_EVERY_MS),
      async ours() {
        const taking = backUp()
        const times = await sendUntil(taking, load, SEND_EVERY_MS)
        taken.push(await taking)
        return times
      },
    },
  )
  await service.stop()
  await rm(directory, { recursive: true })
  const took = median(taken.map(({ seconds }) => seconds))
  const remark = `a backup of ${taken[0]?.events.toLocaleString('en')} events in ${took.toFixed(1)} s`
  return ['creates', 'lists'].map((what, index) =>
    compared({
      what: `p99 of ${what} while a backup is taken, 50 a second`,
      unit: 'ms',
      ours: ours.map((times) => percentile(times[index] ?? [], 0.99)),
      baseline: baseline.map((times) => percentile(times[index] ?? [], 0.99)),
      goal: { at: 'most', value: 1.5 },
      remark,
    }),
  )
}

/** Takes a backup into a folder that has none yet, and is removed afterwards. */
async function backUpAnew(bench: Bench, database: string, directory: string) {
  const place = join(directory, randomUUID())
  const environment = {
    ...bench.settings(database),
    DATA_DIR: directory,
    BACKUP_KEY: 'only this measurement ever uses this key',
  }
  const printed = await ecmr(environment, 'backup', 'create', place, '--json')
  await rm(place, { recursive: true })
  return Value.Parse(backup, JSON.parse(printed))
}

/** Runs the service until everything that follows the log has a place in it: that is moved with the log later. */
async function followOnce(bench: Bench, database: string): Promise<void> {
  const service = await bench.service(database)
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  const isFollowed = async () => (await client.query('select from broker.checkpoints')).rowCount !== 0
  while (!(await isFollowed())) await delay(50)
  await client.end()
  await service.stop()
}

/** Copies the log until a backup of it takes long enough, and returns how many seconds the last one took. */
async function growLog(
  bench: Bench,
  database: string,
  backUp: () => Promise<{ readonly seconds: number }>,
): Promise<number> {
  const least = bench.quick ? LEAST_SECONDS / 10 : LEAST_SECONDS
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  let kept = await keepOriginals(client)
  let upTo = COPIES
  let took = 0
  while (kept.copies < upTo) {
    kept = await multiplyNotes(client, kept, { upTo, goOn: async () => true, isLogOnly: true })
    took = (await backUp()).seconds
    bench.note(`${kept.copies} copies of the notes are backed up in ${took.toFixed(1)} s`)
    if (took < least) upTo = Math.ceil((upTo * least * ENOUGH) / took)
  }
  // What was copied is on the disk before anything is measured.
  await client.query('checkpoint')
  await client.end()
  return took
}
