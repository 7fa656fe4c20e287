import { setTimeout as delay } from 'node:timers/promises'

/** Waits until a condition holds; rejects after five minutes unless given: a busy machine is slow, and only what hangs takes so long. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  what: string,
  seconds = 300,
): Promise<void> {
  const deadline = Date.now() + seconds * 1_000
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`waited ${seconds} s for ${what}`)
    await delay(10)
  }
}
