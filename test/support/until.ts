import { setTimeout as delay } from 'node:timers/promises'

/** Waits until a condition holds; rejects after a minute unless given. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  seconds = 60,
): Promise<void> {
  const deadline = Date.now() + seconds * 1_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s for ${what}`)
    await delay(10)
  }
}
