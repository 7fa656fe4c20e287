import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { migrateEventStore, openPostgresEventStore } from '@ecmr/event-store'
import { checkpointReader, migrateEvidence, sealedTree, sealingState } from '@ecmr/evidence'
import { openPool, startEmbeddedPostgres } from '@ecmr/postgres'
import { Child } from '../../harness/child.js'
import { newScratchDirectory } from '../../harness/servers.js'
import { between } from '../between.js'
import { until } from '../until.js'
import { faultsOf, write } from './sealed-log.js'

const SEALERS = 2
const KILLED_AFTER_MS = { least: 0, most: 800 }
const HOUR_MS = 3_600_000

/**
 * The process that seals the event log is killed while it appends, again and again, and another one takes over. In the end every event
 * is one leaf, and no checkpoint contradicts an earlier one. Then the clock is set back by an hour.
 */
export async function evidence({ rounds = 50 }: { readonly rounds?: number }): Promise<boolean> {
  const directory = await newScratchDirectory('drill')
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'data') })
  const { url } = postgres
  const pool = openPool({ url, max: 4, name: 'drill' })
  await migrateEventStore(pool)
  await migrateEvidence(pool)
  const store = await openPostgresEventStore({ url })
  const checkpoints = join(directory, 'checkpoints')
  const sealer = (name: string, offsetMs = 0): Child =>
    sealerChild({ name, url, directory, checkpoints, offsetMs })
  const sealers = Array.from({ length: SEALERS }, (_, n) => sealer(`sealer ${n + 1}`))
  const writing = new AbortController()
  const sizeNow = async (): Promise<number> => (await sealedTree(pool)).size
  try {
    for (const each of sealers) each.start()
    const written = write(store, writing.signal)
    let before = 0
    for (let round = 1; round <= rounds; round++) {
      await until(
        async () => leaderOf(sealers) !== undefined && (await sizeNow()) > before,
        'no sealer is at work',
      )
      await delay(between(KILLED_AFTER_MS))
      const led = leaderOf(sealers)
      before = await sizeNow()
      await led?.stop('SIGKILL')
      led?.start()
      console.log(`round ${round}: killed ${led?.name} at ${before} leaves`)
    }
    writing.abort()
    await written
    await allSealed()
    const faults = await faultsOf(pool, store, checkpoints)
    const clock = await setClockBack()
    const all = [...faults, ...clock, ...(await faultsOf(pool, store, checkpoints))]
    const { rows } = await pool.query('select count(*) as count from evidence.checkpoints')
    console.log(
      `${rounds} rounds, ${await sizeNow()} leaves, ${rows[0]?.count} checkpoints, ${all.length} faults`,
    )
    for (const fault of all) console.error(fault)
    return all.length === 0
  } finally {
    writing.abort()
    for (const each of sealers) await each.stop('SIGKILL')
    await store.close()
    await pool.end()
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }

  /** Every event is in the tree, a checkpoint covers it, and all checkpoints are kept outside. */
  async function allSealed(): Promise<void> {
    await until(async () => {
      const { rows } = await pool.query(
        `select (select count(*) from log.events) as events,
           (select max(size) from evidence.checkpoints where kept_at is not null) as covered,
           (select count(*) from evidence.checkpoints where kept_at is null) as missing`,
      )
      return rows[0]?.events === rows[0]?.covered && rows[0]?.missing === 0
    }, 'not every event is in a checkpoint')
  }

  async function setClockBack(): Promise<readonly string[]> {
    const before = await checkpointReader(pool)()
    for (const each of sealers.splice(0)) await each.stop('SIGKILL')
    const late = sealer('sealer with a clock set back', -HOUR_MS)
    sealers.push(late)
    late.start()
    const more = new AbortController()
    const written = write(store, more.signal)
    await delay(200)
    more.abort()
    await written
    await allSealed()
    const after = await checkpointReader(pool)()
    const { problems } = await sealingState(pool)
    const isSaid = problems.some((problem) => /clock was set back: it was 3[56]\d\d s behind/.test(problem))
    console.log(`clock set back an hour: ${before?.at} stays ${after?.at}; ${problems.join(' ')}`)
    return [
      ...(after && before && after.size > before.size && after.at >= before.at ? [] : ['the time went back']),
      ...(isSaid ? [] : ['health does not say that the clock was set back']),
    ]
  }
}

function sealerChild(options: {
  readonly name: string
  readonly url: string
  readonly directory: string
  readonly checkpoints: string
  readonly offsetMs: number
}): Child {
  const { name, url, directory, checkpoints, offsetMs } = options
  return new Child({
    name,
    args: ['infra/dist/drill/evidence/sealer-process.js'],
    env: {
      DATABASE_URL: url,
      KEY_FILE: join(directory, 'evidence.key'),
      CHECKPOINTS: checkpoints,
      CLOCK_OFFSET_MS: String(offsetMs),
    },
    url,
    ready: async () => true,
  })
}

/** The one that seals, by what it has printed since it was started. */
function leaderOf(sealers: readonly Child[]): Child | undefined {
  return sealers.find((each) => each.output().includes('leads:'))
}
