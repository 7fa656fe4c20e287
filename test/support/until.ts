import { setTimeout as delay } from 'node:timers/promises'

/** Waits until a condition holds; rejects after 30 s. */
export async function until(condition: () => boolean | Promise<boolean>, what: string): Promise<void> {
  const deadline = Date.now() + 30_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited 30 s for ${what}`)
    await delay(10)
  }
}
