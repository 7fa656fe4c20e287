import { rm } from 'node:fs/promises'
import { newCompany, verified } from '../harness/operator.js'
import { newScratchDirectory, withoutNats } from '../harness/servers.js'
import { missingWebhooks, report } from './after-kills.js'
import { announcedEvents } from './announcements.js'
import { Customers } from './customers.js'
import { newCertificate, type Receiver, startReceiver, subscribe } from './receiver.js'
import { type Cast, type Casting, startCast } from './small-production.js'

/** A production in small, with customers of one company at work and a receiver of all its webhooks. */
export interface ProductionInUse {
  readonly cast: Cast
  readonly customers: Customers
  readonly receiver: Receiver
  /** Lets the customers stop, looks at what is left after so many kills, and prints it; true when nothing is wrong. */
  conclude(rounds: number): Promise<boolean>
}

/**
 * Starts a production in small, lets customers work, and ends all of it afterwards.
 *
 * @param load how many customers there are, and how long each rests between two commands
 * @param use what the drill does with it; whether nothing was wrong
 */
export async function withProduction(
  casting: Casting,
  load: { readonly customers: number; readonly restMs?: number },
  use: (production: ProductionInUse) => Promise<boolean>,
): Promise<boolean> {
  const missing = withoutNats()
  if (missing !== undefined) {
    console.error(`This drill cannot run: ${missing}.`)
    return false
  }
  const directory = await newScratchDirectory('drill')
  const certificate = await newCertificate(directory)
  const receiver = await startReceiver(certificate)
  const cast = await startCast(directory, casting, {
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: certificate.file,
  })
  try {
    console.log(`everything is ready after ${await cast.untilReady()} ms`)
    const { key } = await newCompany(cast.environment, 'Drill')
    await subscribe(cast.apis[0] ?? '', key, { url: receiver.url, events: announcedEvents })
    const customers = new Customers(cast.apis, key, load.restMs)
    customers.start(load.customers)
    return await use({
      ...{ cast, customers, receiver },
      async conclude(rounds) {
        await customers.stop()
        await cast.untilReady()
        const tally = await customers.check()
        const missing = await missingWebhooks(receiver, customers)
        const sound = await verified(cast.environment)
        const done = ['rounds of SIGKILL', rounds] as const
        return report({ done, tally, missing, duplicates: receiver.duplicates(), ...sound })
      },
    })
  } finally {
    await cast.stop()
    await receiver.close()
    await rm(directory, { recursive: true, force: true })
  }
}
