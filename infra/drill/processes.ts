import { setTimeout as delay } from 'node:timers/promises'
import { between } from './between.js'
import type { Customers } from './customers.js'
import { withProduction } from './production-in-use.js'
import { type Cast, type Casting, fullCast, type Victim } from './small-production.js'

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
  const casting: Casting = postgres ? { ...fullCast, eventStore: 'postgres' } : fullCast
  return withProduction(casting, { customers: CUSTOMERS }, async ({ cast, customers, conclude }) => {
    const { database, others } = cast.victims
    const victims = postgres ? others.flatMap((other) => [database, other]) : [...others, database]
    for (let round = 1; round <= rounds; round++) {
      const victim = victims[(round - 1) % victims.length]
      if (victim) await killOne(cast, victim, customers, round)
    }
    return conclude(rounds)
  })
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
