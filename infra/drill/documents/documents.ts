import { rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { checked, newCompany } from '../../harness/operator.js'
import { newScratchDirectory, withoutNats } from '../../harness/servers.js'
import { between } from '../between.js'
import { type Cast, startCast, type Victim } from '../small-production.js'
import { Issuers } from './issuers.js'
import { renderersOf } from './renderers.js'

const ISSUERS = 4
const OFFICERS = 4
const LOAD_MS = { least: 300, most: 1_200 }
const AWAY_MS = { least: 100, most: 800 }

/**
 * Documents are issued, changed and fetched while renderers, services and the storage are taken away, one after the other. Then
 * everything but PostgreSQL and the service at the addresses is killed, and each address has to serve its document.
 */
export async function documents({ rounds = 50 }: { readonly rounds?: number }): Promise<boolean> {
  const missing = withoutNats()
  if (missing !== undefined) {
    console.error(`This drill cannot run: ${missing}.`)
    return false
  }
  const directory = await newScratchDirectory('drill')
  const dataDir = join(directory, 'data')
  const cast = await startCast(
    directory,
    { eventStore: 'eventstoredb', services: ['api', 'api', 'projector', 'documents', 'documents'] },
    { DATA_DIR: dataDir },
  )
  try {
    console.log(`everything is ready after ${await cast.untilReady()} ms`)
    const { key } = await newCompany(cast.environment, 'Drill')
    const inspections = cast.players.filter(({ role }) => role === 'documents').map(({ child }) => child.url)
    const issuers = new Issuers(cast.apis, inspections, key)
    issuers.start(ISSUERS, OFFICERS)
    const victims = victimsOf(cast, join(dataDir, 'objects'))
    for (let round = 1; round <= rounds; round++) await takeOne(cast, victims, issuers, round)
    await issuers.stop()
    await cast.untilReady()
    const tally = await issuers.check()
    const sound = await checked(cast.environment, 'documents', 'verify')
    const unreachable = await fetchAlone(cast, issuers)
    return report({ rounds, issuers, tally, sound, unreachable })
  } finally {
    await cast.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

function victimsOf(cast: Cast, objects: string): readonly Victim[] {
  const services = neededToIssue(cast)
  const apis = cast.players.filter(({ role }) => role === 'api').map(({ child }) => child)
  const renderers: Victim = {
    name: 'renderers',
    async kill() {
      for (const api of apis) for (const pid of renderersOf(api.process.pid)) process.kill(pid, 'SIGKILL')
    },
    revive: async () => undefined,
  }
  const away = `${objects}.away`
  const storage: Victim = {
    name: 'storage',
    async kill() {
      await rename(objects, away)
      // A file in its place keeps processes that have not used it yet from making a new one.
      await writeFile(objects, '')
    },
    async revive() {
      await rm(objects)
      await rename(away, objects)
    },
  }
  return services.flatMap((service) => [service, renderers, storage])
}

async function takeOne(
  cast: Cast,
  victims: readonly Victim[],
  issuers: Issuers,
  round: number,
): Promise<void> {
  await delay(between(LOAD_MS))
  const victim = victims[(round - 1) % victims.length]
  if (!victim) throw new Error('there is nothing to take away')
  const { acknowledged, fetched } = issuers
  await victim.kill()
  await delay(between(AWAY_MS))
  await victim.revive()
  const took = await cast.untilReady()
  console.log(
    `round ${round}: ${victim.name} taken away, everything ready ${took} ms after its return; ` +
      `${issuers.acknowledged - acknowledged} documents issued and ${issuers.fetched - fetched} fetched meanwhile`,
  )
}

/** Only PostgreSQL, the storage and the service at the addresses are left. */
async function fetchAlone(cast: Cast, issuers: Issuers): Promise<number> {
  for (const { kill } of neededToIssue(cast)) await kill()
  return issuers.fetchAll()
}

/** What the service at the addresses does without. */
function neededToIssue(cast: Cast): readonly Victim[] {
  return cast.victims.others.filter(({ name }) => !name.startsWith('documents'))
}

function report(result: {
  readonly rounds: number
  readonly issuers: Issuers
  readonly tally: { readonly lost: number; readonly notOfAnEvent: number; readonly issued: number }
  readonly sound: boolean
  readonly unreachable: number
}): boolean {
  const { rounds, issuers, tally, sound, unreachable } = result
  console.log(`
rounds                                        ${rounds}
documents acknowledged                        ${issuers.acknowledged}
versions in the event log                     ${tally.issued}
acknowledged and not in the event log         ${tally.lost}
fetched at public addresses                   ${issuers.fetched}
fetched bytes that no event names             ${tally.notOfAnEvent}
wrong answers of public addresses             ${issuers.wrong}
not answered there, or told to try later      ${issuers.unanswered}
not served while everything else was down     ${unreachable}
documents verify                              ${sound ? 'sound' : 'BROKEN'}`)
  return tally.lost + tally.notOfAnEvent + issuers.wrong + unreachable === 0 && sound
}
