import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openObjectStorage } from '@ecmr/storage'
import { newCompany, verified } from '../../harness/operator.js'
import { newScratchDirectory, withoutNats } from '../../harness/servers.js'
import { between } from '../between.js'
import { startCast } from '../small-production.js'
import { letAnHourPass, untilLookedAt } from './hour.js'
import { Uploaders } from './uploaders.js'

const LOAD_MS = { least: 1_500, most: 5_000 }
const AT_ONCE = 8
/** Each of these times PostgreSQL is killed, too. */
const WITH_DATABASE = 5

/**
 * Kills the api process in the middle of uploads and of issuing documents, now and then PostgreSQL with it. Every attachment that was acknowledged must be there
 * with its bytes, none may be there without them or twice, and after an hour, which is made to pass, the storage must hold no
 * object that no event names.
 */
export async function attachments({ rounds = 50 }: { readonly rounds?: number }): Promise<boolean> {
  const missing = withoutNats()
  if (missing !== undefined) {
    console.error(`This drill cannot run: ${missing}.`)
    return false
  }
  const directory = await newScratchDirectory('drill')
  const dataDir = join(directory, 'data')
  await mkdir(dataDir)
  const casting = { eventStore: 'postgres', services: ['api', 'projector'] } as const
  const cast = await startCast(directory, casting, { DATA_DIR: dataDir })
  try {
    console.log(`everything is ready after ${await cast.untilReady()} ms`)
    const { key } = await newCompany(cast.environment, 'Drill')
    const uploaders = new Uploaders(cast.apis[0] ?? '', key)
    uploaders.start(AT_ONCE)
    const { database, others } = cast.victims
    const api = others.find(({ name }) => name === 'api 1')
    let idle = 0
    for (let round = 1; round <= rounds; round++) {
      const before = uploaders.acknowledged
      await delay(between(LOAD_MS))
      await Promise.all([api?.kill(), ...(round % WITH_DATABASE === 0 ? [database.kill()] : [])])
      api?.revive()
      const downFor = await cast.untilReady()
      const acknowledged = uploaders.acknowledged - before
      if (acknowledged === 0) idle++
      console.log(`round ${round}: ${acknowledged} acknowledged, back after ${downFor} ms`)
    }
    await uploaders.stop()
    const repeated = await uploaders.repeatHalf()
    const before = await orphans(dataDir, await uploaders.named())
    await letAnHourPass(cast.databaseUrl)
    await untilLookedAt(cast.databaseUrl)
    const after = await orphans(dataDir, await uploaders.named())
    const tally = await uploaders.check()
    const sound = await verified(cast.environment)
    console.log(`
rounds of SIGKILL                           ${rounds}
of these without any acknowledgement        ${idle}
acknowledged attachments                    ${uploaders.acknowledged}
acknowledged documents                      ${uploaders.issued}
acknowledged and lost                       ${tally.lost}
events without their bytes                  ${tally.withoutBytes}
added twice for one request                 ${tally.twice}
unanswered, repeated with the same key      ${repeated}
objects without an owner, after the kills   ${before}
objects without an owner, after an hour     ${after}
audit verify                                ${sound.audit ? 'sound' : 'BROKEN'}
read models equal a fresh replay            ${sound.replay ? 'yes' : 'NO'}`)
    return idle + tally.lost + tally.withoutBytes + tally.twice + after === 0 && sound.audit && sound.replay
  } finally {
    await cast.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

/** How many objects no event names. */
async function orphans(dataDir: string, named: ReadonlySet<string>): Promise<number> {
  const directory = join(dataDir, 'objects')
  let count = 0
  for await (const key of openObjectStorage({ kind: 'local', directory }).keys()) if (!named.has(key)) count++
  return count
}
