import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@ecmr/postgres'
import { startChild } from '../../harness/child.js'
import { type Company, type Environment, newCompany, newOwner } from '../../harness/operator.js'
import { newScratchDirectory } from '../../harness/servers.js'
import {
  createLargeNote,
  type HeavyTally,
  type LargeNote,
  readHeavily,
  type Worked,
  workNormally,
  writeLargeNote,
} from './load.js'
import { untilHealth, watchMemory } from './measures.js'

const NOTES = 12
const EVENTS = 200
const SECONDS = 12
const PARALLEL = [8, 16, 32, 64] as const
const SERVICE_MB = 1_536
const MOST_SLOWER = 3

/**
 * One company reads whatever is expensive, more and more of it side by side, while another works as usual, both at the
 * whole service in one process. True when the other is at most three times as slow, and nothing ends or stops.
 */
async function sharedProcess(environment: Environment): Promise<boolean> {
  const service = await startChild({
    script: 'services/all-in-one/dist/main.js',
    env: environment,
    path: '/api/health',
  })
  const memory = watchMemory(service.process.pid ?? 0)
  try {
    const { url } = service
    const heavy = await newCompany(environment, 'Lecturas Pesadas')
    const normal = await newCompany(environment, 'Transportes Normales')
    const notes = await writeNotes(url, heavy)
    const { DATABASE_URL = '' } = environment
    const { cookie } = await newOwner(DATABASE_URL, heavy.id)
    await workNormally(url, normal.key, 3)
    const quiet = await workNormally(url, normal.key, SECONDS)
    console.log(`quiet: ${sentence(quiet)}`)
    let isSound = quiet.failures.length === 0
    for (const parallel of PARALLEL) {
      const readers = { site: url, key: heavy.key, cookie, notes }
      const { worked, tally } = await during(readers, parallel, () => workNormally(url, normal.key, SECONDS))
      console.log(`during ${parallel} heavy reads: ${sentence(worked)}; ${counted(tally)}`)
      const isFast = worked.p99 <= MOST_SLOWER * quiet.p99
      if (!isFast) console.log(`  SLOW: more than ${MOST_SLOWER} × ${quiet.p99} ms`)
      const failures = [...worked.failures, ...tally.failures]
      if (failures.length > 0) console.log(`  FAILED: ${[...new Set(failures)].slice(0, 5).join('; ')}`)
      isSound = isSound && isFast && failures.length === 0
    }
    const caughtUp = await untilHealth(url, ({ status, lagEvents }) => status === 'ok' && lagEvents === 0, 30)
    console.log(
      `afterwards: healthy and up to date ${caughtUp === undefined ? 'NOT' : `after ${caughtUp} s`}`,
    )
    const isAlive = service.process.exitCode === null
    const peak = memory.stop()
    console.log(`the service in one process: ${peak} MB at most, ${isAlive ? 'alive' : 'ENDED'}`)
    return isSound && caughtUp !== undefined && isAlive && peak <= SERVICE_MB
  } finally {
    memory.stop()
    await service.stop()
  }
}

async function writeNotes(site: string, company: Company): Promise<readonly LargeNote[]> {
  const began = performance.now()
  const notes = await Promise.all(Array.from({ length: NOTES }, () => writeLargeNote(site, company, EVENTS)))
  const seconds = Math.round((performance.now() - began) / 1_000)
  console.log(`${NOTES} notes at the limit, of ${EVENTS} events each, written in ${seconds} s`)
  return notes
}

async function during(
  readers: Parameters<typeof readHeavily>[0],
  parallel: number,
  work: () => Promise<Worked>,
): Promise<{ readonly worked: Worked; readonly tally: HeavyTally }> {
  const enough = new AbortController()
  const reading = readHeavily(readers, parallel, enough.signal)
  const worked = await work()
  enough.abort()
  return { worked, tally: await reading }
}

const sentence = ({ requests, p50, p99 }: Worked): string =>
  `${requests} requests of the other company, p50 ${p50} ms, p99 ${p99} ms`

const counted = ({ answers, megabytes, refused }: HeavyTally): string =>
  `${answers} heavy answers with ${Math.round(megabytes)} MB, ${refused} times 429`

const LARGE_NOTES = 420
const SIDE_BY_SIDE = 8
const PROJECTOR_MB = 512
/** A stop has to show in so many seconds. */
const SHOWN_WITHIN = 10
const CAUGHT_UP_WITHIN = 120

/**
 * Large notes are written while no projector runs: health says so. Then one starts and catches up. True when it shows, and
 * when the projector gets through in little memory.
 */
async function slowProjector(environment: Environment): Promise<boolean> {
  const api = await startChild({ script: 'services/api/dist/main.js', env: environment, path: '/readyz' })
  try {
    const company = await newCompany(environment, 'Notas Grandes')
    let left = LARGE_NOTES
    const write = async (): Promise<void> => {
      while (left-- > 0) await createLargeNote(api.url, company)
    }
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, write))
    const shown = await untilHealth(api.url, ({ status, lagEvents }) => status !== 'ok' && lagEvents > 0, 60)
    console.log(
      `${LARGE_NOTES} large notes without a projector: health says so ${shown === undefined ? 'NOT' : `after ${shown} s`}`,
    )
    const began = performance.now()
    const script = 'services/projector/dist/main.js'
    const projector = await startChild({ script, env: environment, path: '/readyz' })
    const memory = watchMemory(projector.process.pid ?? 0)
    try {
      const caughtUp = await untilHealth(
        api.url,
        ({ status, lagEvents }) => status === 'ok' && lagEvents === 0,
        CAUGHT_UP_WITHIN,
      )
      const seconds = Math.round((performance.now() - began) / 100) / 10
      const peak = memory.stop()
      const isAlive = projector.process.exitCode === null
      console.log(
        `the projector: ${caughtUp === undefined ? 'NOT up to date' : `up to date after ${seconds} s`}, ${peak} MB at most, ${isAlive ? 'alive' : 'ENDED'}`,
      )
      return (
        shown !== undefined &&
        shown <= SHOWN_WITHIN &&
        caughtUp !== undefined &&
        isAlive &&
        peak <= PROJECTOR_MB
      )
    } finally {
      memory.stop()
      await projector.stop()
    }
  } finally {
    await api.stop()
  }
}

const SETTINGS = {
  LOG_LEVEL: 'warn',
  RATE_LIMIT_PER_MINUTE: '100000000',
  PUBLIC_RATE_LIMIT_PER_MINUTE: '100000000',
  SECRET_KEY: 'a key that only this drill ever uses, and never again',
}

/**
 * Lets one company read and write what is as expensive as it may be, and looks at what that does to another one, to the
 * memory of the processes, and to read models.
 */
export async function costs(): Promise<boolean> {
  const directory = await newScratchDirectory('drill')
  const postgres = await startEmbeddedPostgres({ dataDir: join(directory, 'postgres'), settings: {} })
  const environment = { ...SETTINGS, DATA_DIR: directory, DATABASE_URL: postgres.url }
  try {
    const isShared = await sharedProcess(environment)
    const isProjected = await slowProjector(environment)
    console.log(isShared && isProjected ? 'all within the limits' : 'NOT within the limits')
    return isShared && isProjected
  } finally {
    await postgres.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
