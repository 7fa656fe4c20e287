import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { verified } from '../harness/operator.js'
import { newScratchDirectory } from '../harness/servers.js'
import { missingWebhooks, report } from './after-kills.js'
import { between } from './between.js'
import { Customers } from './customers.js'
import { announcedEvents } from './announcements.js'
import { startReceiver, subscribe } from './receiver.js'
import { newService } from './service.js'

const LOAD_MS = { least: 400, most: 2_000 }

/**
 * Kills the service under load and looks at what is left: every acknowledged note must be there as it was
 * acknowledged, no command may be there twice or in half, every event must reach the webhook receiver, the log must
 * verify, and the read models must equal a fresh replay.
 */
export async function allInOne({ rounds = 20 }: { readonly rounds?: number }): Promise<boolean> {
  const dataDir = await newScratchDirectory('drill')
  const receiver = await startReceiver()
  const service = await newService(dataDir)
  try {
    const key = await service.firstStart()
    await subscribe(service.url, key, { url: receiver.url, events: announcedEvents })
    const customers = new Customers([service.url], key)
    for (let round = 1; round <= rounds; round++) {
      customers.start(32)
      await delay(between(LOAD_MS))
      await service.kill({ withPostgres: round % 2 === 0 })
      await customers.stop()
      const downFor = await service.start()
      console.log(`round ${round}: ${customers.acknowledged} acknowledged so far, back after ${downFor} ms`)
    }
    const tally = await customers.check()
    const missing = await missingWebhooks(receiver, customers)
    await service.stop()
    const sound = await verified({ DATA_DIR: dataDir })
    return report({
      done: ['rounds of SIGKILL', rounds],
      tally,
      missing,
      duplicates: receiver.duplicates(),
      ...sound,
    })
  } finally {
    await service.stop()
    await receiver.close()
    await rm(dataDir, { recursive: true, force: true })
  }
}
