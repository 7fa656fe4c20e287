import { setTimeout as delay } from 'node:timers/promises'
import { missingWebhooks, report } from '../../drill/after-kills.js'
import { Customers } from '../../drill/customers.js'
import type { Company } from '../../harness/operator.js'
import { isOneShot } from '../compose-project.js'
import type { CustomerServer } from '../customer.js'
import { docker } from '../docker.js'
import { killProcess } from '../in-container.js'
import type { Installation } from '../installation.js'

const CUSTOMERS = 3
const REST_MS = 400
// Between two kills.
const ACKNOWLEDGED = 10
const LOOK_EVERY_MS = 200
const STATE = '{{.RestartCount}} {{.State.Health.Status}}'

interface Killing {
  readonly customer: CustomerServer
  /** whose program kills */
  readonly image: string
  /** milliseconds until it must be healthy again */
  readonly within: number
}

/**
 * Kills the first process of every container, one after the other, while a few customers go on working. The engine starts each
 * again by itself; in the end nothing that was acknowledged is missing.
 */
export async function kills(installation: Installation, { key }: Company, killing: Killing): Promise<void> {
  const { customer, within } = killing
  const { site, services } = installation
  const customers = new Customers([site], key, REST_MS)
  const victims = (await installation.containers()).filter(({ Service }) => {
    const service = services[Service]
    return service !== undefined && !isOneShot(service) && Service !== 'customer'
  })
  customers.start(CUSTOMERS)
  try {
    for (const { Name } of victims) await killUnderLoad(Name, customers, killing)
    await installation.untilHealthy(within)
    await untilAcknowledged(customers, within)
  } finally {
    await customers.stop()
  }
  const tally = await customers.check()
  const missing = await missingWebhooks(customer, customers)
  const audit = await isSound(installation, 'audit', 'verify')
  const replay = await isSound(installation, 'projections', 'verify', 'all')
  const duplicates = customer.duplicates()
  if (!report({ done: ['rounds of SIGKILL', victims.length], tally, missing, duplicates, audit, replay }))
    throw new Error('something was lost or is wrong after the kills')
}

async function killUnderLoad(container: string, customers: Customers, killing: Killing): Promise<void> {
  await untilAcknowledged(customers, killing.within)
  const before = customers.acknowledged
  const began = performance.now()
  await killAndReturn(container, killing)
  const seconds = ((performance.now() - began) / 1_000).toFixed(1)
  const meanwhile = customers.acknowledged - before
  console.log(`     ${container} killed, healthy again after ${seconds} s, ${meanwhile} commands meanwhile`)
}

async function killAndReturn(container: string, { image, within }: Killing): Promise<void> {
  const state = async () => {
    const [starts, health] = (await docker(['inspect', '--format', STATE, container])).trim().split(' ')
    return { starts: Number(starts), isHealthy: health === 'healthy' }
  }
  const before = await state()
  await killProcess(container, image)
  const deadline = performance.now() + within
  for (let now = before; now.starts === before.starts || !now.isHealthy; now = await state()) {
    if (performance.now() > deadline) throw new Error(`${container} was not started again, or is not healthy`)
    await delay(LOOK_EVERY_MS)
  }
}

/** Waits until some more commands have been acknowledged. */
async function untilAcknowledged(customers: Customers, within: number): Promise<void> {
  const wanted = customers.acknowledged + ACKNOWLEDGED
  const deadline = performance.now() + within
  while (customers.acknowledged < wanted) {
    if (performance.now() > deadline) throw new Error('customers get no answers')
    await delay(LOOK_EVERY_MS)
  }
}

async function isSound(installation: Installation, ...command: readonly string[]): Promise<boolean> {
  return installation.ecmr(...command).then(
    (printed) => {
      console.log(printed)
      return true
    },
    (error: unknown) => {
      console.error(error)
      return false
    },
  )
}
