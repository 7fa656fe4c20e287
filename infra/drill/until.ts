import { setTimeout as delay } from 'node:timers/promises'
import type { Customers } from './customers.js'

const LOOK_EVERY_MS = 50
const LONGEST_MS = 120_000

/** Waits for something. @throws with `otherwise` when it is not so after two minutes */
export async function until(isSo: () => boolean | Promise<boolean>, otherwise: string): Promise<void> {
  const began = performance.now()
  while (!(await isSo())) {
    if (performance.now() - began > LONGEST_MS) throw new Error(otherwise)
    await delay(LOOK_EVERY_MS)
  }
}

/** Waits until customers have got so many more commands acknowledged. */
export async function untilWorked(customers: Customers, commands: number): Promise<void> {
  const enough = customers.acknowledged + commands
  await until(() => customers.acknowledged >= enough, 'the customers do not get on with their work')
}
