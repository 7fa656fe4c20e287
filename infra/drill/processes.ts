import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { newCompany, verified } from '../harness/operator.js'
import { newScratchDirectory, withoutNats } from '../harness/servers.js'
import { missingWebhooks, report } from './after-kills.js'
import { between } from './between.js'
import { Customers } from './customers.js'
import { announcedEvents } from './announcements.js'
import { newCertificate, startReceiver, subscribe } from './receiver.js'
import { type Cast, type Casting, fullCast, startCast, type Victim } from './small-production.js'

const CUSTOMERS = 16
const LOAD_MS = { least: 300, most: 1_200 }
const DOWN_MS = { least: 0, most: 1_500 }

/**
 * Kills one process of a production in small after the other, servers included, while customers go on working, and
 * looks at what is left, as the drill of the whole service does.
 */
export async function processes({
  rounds = 50,
  postgres = false,
}: {
  readonly rounds?: number
  /** the event log is in PostgreSQL, which is killed every other time */
  readonly postgres?: boolean
}): Promise<boolean> {
  const missing = withoutNats()
  if (missing !== undefined) {
    console.error(`This drill cannot run: ${missing}.`)
    return false
  }
  const directory = await newScratchDirectory('drill')
  const certificate = await newCertificate(directory)
  const receiver = await startReceiver(certificate)
  const casting: Casting = postgres ? { ...fullCast, eventStore: 'postgres' } : fullCast
  const cast = await startCast(directory, casting, {
    WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: certificate.file,
  })
  try {
    console.log(`everything is ready after ${await cast.untilReady()} ms`)
    const { key } = await newCompany(cast.environment, 'Drill')
    await subscribe(cast.apis[0] ?? '', key, { url: receiver.url, events: announcedEvents })
    const customers = new Customers(cast.apis, key)
    customers.start(CUSTOMERS)
    const { database, others } = cast.victims
    const victims = postgres ? others.flatMap((other) => [database, other]) : [...others, database]
    for (let round = 1; round <= rounds; round++) {
      const victim = victims[(round - 1) % victims.length]
      if (victim) await killOne(cast, victim, customers, round)
    }
    await customers.stop()
    await cast.untilReady()
    const tally = await customers.check()
    const missing = await missingWebhooks(receiver, customers)
    const sound = await verified(cast.environment)
    return report({
      done: ['rounds of SIGKILL', rounds],
      tally,
      missing,
      duplicates: receiver.duplicates(),
      ...sound,
    })
  } finally {
    await cast.stop()
    await receiver.close()
    await rm(directory, { recursive: true, force: true })
  }
}

async function killOne(
  { untilReady }: Cast,
  victim: Victim,
  customers: Customers,
  round: number,
): Promise<void> {
  await delay(between(LOAD_MS))
  const before = customers.acknowledged
  await victim.kill()
  await delay(between(DOWN_MS))
  await victim.revive()
  const took = await untilReady()
  const meanwhile = customers.acknowledged - before
  console.log(
    `round ${round}: ${victim.name} killed, everything ready ${took} ms after its return; ` +
      `${meanwhile} commands acknowledged meanwhile, ${customers.acknowledged} in all`,
  )
}
