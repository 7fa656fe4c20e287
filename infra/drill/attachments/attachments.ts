import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { verified } from '../../harness/operator.js'
import { newScratchDirectory } from '../../harness/servers.js'
import { openObjectStorage } from '@ecmr/storage'
import { between } from '../between.js'
import { newService } from '../service.js'
import { letAnHourPass, untilLookedAt } from './hour.js'
import { Uploaders } from './uploaders.js'

const LOAD_MS = { least: 500, most: 4_000 }
const AT_ONCE = 8

/**
 * Kills the service in the middle of uploads, every other time PostgreSQL with it. Every attachment that was acknowledged must be
 * there with its bytes, none may be there without them or twice, and after an hour, which is made to pass, the storage must hold no
 * object that no event names.
 */
export async function attachments({ rounds = 50 }: { readonly rounds?: number }): Promise<boolean> {
  const dataDir = await newScratchDirectory('drill')
  const service = await newService(dataDir)
  try {
    const uploaders = new Uploaders(service.url, await service.firstStart())
    for (let round = 1; round <= rounds; round++) {
      await uploaders.start(AT_ONCE)
      await delay(between(LOAD_MS))
      await service.kill({ withPostgres: round % 2 === 0 })
      await uploaders.stop()
      const downFor = await service.start()
      console.log(`round ${round}: ${uploaders.acknowledged} acknowledged so far, back after ${downFor} ms`)
    }
    const tally = await uploaders.check()
    const before = await orphans(dataDir, await uploaders.named())
    await letAnHourPass(dataDir)
    await untilLookedAt(dataDir)
    const after = await orphans(dataDir, await uploaders.named())
    const again = await uploaders.check()
    await service.stop()
    const sound = await verified({ DATA_DIR: dataDir })
    console.log(`
rounds of SIGKILL                           ${rounds}
acknowledged attachments                    ${tally.acknowledged}
acknowledged and lost                       ${again.lost}
events without their bytes                  ${again.withoutBytes}
added twice for one request                 ${again.twice}
unanswered, repeated with the same key      ${tally.repeated}
objects without an owner, after the kills   ${before}
objects without an owner, after an hour     ${after}
audit verify                                ${sound.audit ? 'sound' : 'BROKEN'}
read models equal a fresh replay            ${sound.replay ? 'yes' : 'NO'}`)
    return again.lost + again.withoutBytes + again.twice + after === 0 && sound.audit && sound.replay
  } finally {
    await service.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** How many objects no event names. */
async function orphans(dataDir: string, named: ReadonlySet<string>): Promise<number> {
  const directory = join(dataDir, 'objects')
  let count = 0
  for await (const key of openObjectStorage({ kind: 'local', directory }).keys()) if (!named.has(key)) count++
  return count
}
