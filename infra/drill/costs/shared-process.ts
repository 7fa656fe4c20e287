import { addUser, logInAs } from '@ecmr/accounts'
import { openPool } from '@ecmr/postgres'
import { startChild } from '../../harness/child.js'
import { type Company, newCompany } from '../operator.js'
import { untilHealth } from './health.js'
import { type HeavyTally, readHeavily } from './heavy-readers.js'
import { type LargeNote, writeLargeNote } from './large-notes.js'
import { watchMemory } from './memory.js'
import { type Worked, workNormally } from './normal-work.js'

const NOTES = 12
const EVENTS = 200
const SECONDS = 12
const PARALLEL = [8, 16, 32, 64] as const
const MOST_MB = 1_536
const MOST_SLOWER = 3

/**
 * One company reads whatever is expensive, more and more of it side by side, while another works as usual, both at the
 * whole service in one process. True when the other is at most three times as slow, and nothing ends or stops.
 */
export async function sharedProcess(environment: Readonly<Record<string, string>>): Promise<boolean> {
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
    const cookie = await sessionOf(environment, heavy)
    await workNormally(url, normal.key, 3)
    const quiet = await workNormally(url, normal.key, SECONDS)
    console.log(`quiet: ${sentence(quiet)}`)
    let isSound = quiet.failures.length === 0
    for (const parallel of PARALLEL) {
      const readers = { site: url, key: heavy.key, cookie, notes }
      const { worked, tally } = await besides(readers, parallel, () => workNormally(url, normal.key, SECONDS))
      console.log(`beside ${parallel} heavy reads: ${sentence(worked)}; ${told(tally)}`)
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
    return isSound && caughtUp !== undefined && isAlive && peak <= MOST_MB
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

/** A session of the panel, for somebody of the company. */
async function sessionOf({ DATABASE_URL = '' }: Readonly<Record<string, string>>, { id }: Company) {
  const pool = openPool({ url: DATABASE_URL, max: 1, name: 'drill' })
  try {
    const person = { company_id: id, email: 'drill@example.com', name: 'Drill', role: 'owner' } as const
    const user = await addUser(pool, person, { kind: 'operator', id: 'drill', name: 'Drill' })
    const { token } = await logInAs(pool, user.id, { address: '127.0.0.1', userAgent: 'drill' })
    return `ecmr-session=${token}`
  } finally {
    await pool.end()
  }
}

async function besides(
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

const told = ({ answers, megabytes, refused }: HeavyTally): string =>
  `${answers} heavy answers with ${Math.round(megabytes)} MB, ${refused} times 429`
