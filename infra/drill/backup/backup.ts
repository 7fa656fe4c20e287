import { cp, mkdir, readFile, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checked, ecmr, verified } from '../../harness/operator.js'
import { newScratchDirectory } from '../../harness/servers.js'
import { newService } from '../service.js'
import { type Acknowledged, lostOf, Writers } from './writers.js'

const WRITERS = 4
const LOAD_MS = 1_500
const BACKUP_KEY = 'only this drill ever uses this key'

const NONE = { expected: 0, lost: 0, unproven: 0 }

/**
 * Under load a backup is taken, the installation is destroyed, and the backup is restored into an empty one, again and again.
 * Everything that was acknowledged before the backup's instant must be there, and the restored log and read models must prove
 * themselves.
 */
export async function backup({ rounds = 20 }: { readonly rounds?: number }): Promise<boolean> {
  const directory = await newScratchDirectory('drill')
  const place = join(directory, 'backups')
  const tally = { ...NONE }
  const times: Times = { beside: [], during: [] }
  let stage = await firstStage(join(directory, 'data-0'))
  try {
    for (let round = 1; round <= rounds; round++) {
      const { acknowledged, taken } = await underLoad(stage, place, times)
      await destroy(stage)
      stage = await restoredStage(stage, join(directory, `data-${round}`), place)
      const { expected, lost } = await lostOf(
        stage.service.url,
        stage.key,
        acknowledged,
        Date.parse(taken.at),
      )
      const { audit, replay } = await verified(stage.environment)
      tally.expected += expected
      tally.lost += lost
      if (!audit || !replay) tally.unproven++
      console.log(
        `round ${round}: ${taken.events} events in ${taken.seconds.toFixed(1)} s, ${taken.bytes} bytes written; ${expected} notes acknowledged before it, ${lost} lost`,
      )
    }
    const isWhole = await checked({ ...stage.environment, BACKUP_KEY }, 'backup', 'verify', place)
    return report(rounds, tally, times) && isWhole
  } finally {
    await destroy(stage)
    await rm(directory, { recursive: true, force: true })
  }
}

interface Times {
  /** answers while no backup was taken, milliseconds */
  readonly beside: number[]
  readonly during: number[]
}

interface Stage {
  readonly service: Awaited<ReturnType<typeof newService>>
  readonly dataDir: string
  readonly key: string
  readonly environment: { readonly DATA_DIR: string; readonly BACKUP_KEY: string }
}

async function firstStage(dataDir: string): Promise<Stage> {
  const service = await newService(dataDir)
  const key = await service.firstStart()
  return { service, dataDir, key, environment: { DATA_DIR: dataDir, BACKUP_KEY } }
}

interface Taken {
  readonly at: string
  readonly events: number
  readonly bytes: number
  readonly seconds: number
}

async function underLoad(
  { service, key, environment }: Stage,
  place: string,
  times: Times,
): Promise<{ readonly acknowledged: readonly Acknowledged[]; readonly taken: Taken }> {
  const writers = new Writers(service.url, key, WRITERS)
  await delay(LOAD_MS)
  const began = Date.now()
  const taken: Taken = JSON.parse(await ecmr(environment, 'backup', 'create', place, '--json'))
  const ended = Date.now()
  await delay(LOAD_MS)
  await writers.stop()
  for (const { at, took } of writers.acknowledged)
    (at - took < ended && at > began ? times.during : times.beside).push(took)
  return { acknowledged: writers.acknowledged, taken }
}

/** Ends the service and PostgreSQL with SIGKILL, and removes everything but the secrets, which an operator keeps elsewhere. */
async function destroy({ service, dataDir }: Stage): Promise<void> {
  await service.kill({ withPostgres: true }).catch(() => undefined)
  const record = await readFile(join(dataDir, 'postgres.json'), 'utf8').catch(() => undefined)
  if (record) await rm(resolve(dataDir, JSON.parse(record).directory), { recursive: true, force: true })
  await rm(join(dataDir, 'objects'), { recursive: true, force: true })
}

async function restoredStage(former: Stage, dataDir: string, place: string): Promise<Stage> {
  await mkdir(dataDir, { mode: 0o700 })
  for (const name of ['secret.key', 'evidence.key']) await cp(join(former.dataDir, name), join(dataDir, name))
  const environment = { DATA_DIR: dataDir, BACKUP_KEY }
  await ecmr(environment, 'backup', 'restore', place)
  const service = await newService(dataDir)
  await service.start()
  return { service, dataDir, key: former.key, environment }
}

function report(rounds: number, tally: typeof NONE, { beside, during }: Times): boolean {
  const [calm, busy] = [p99(beside), p99(during)]
  console.log(`
rounds of backup, destruction and restore     ${rounds}
notes acknowledged before a backup            ${tally.expected}
of these lost                                 ${tally.lost}
rounds after which something did not prove    ${tally.unproven}
p99 of answers without a backup               ${calm.toFixed(0)} ms
p99 of answers during a backup                ${busy.toFixed(0)} ms`)
  return tally.lost === 0 && tally.unproven === 0
}

function p99(times: readonly number[]): number {
  return times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
}
