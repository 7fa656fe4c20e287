import { setTimeout as pause } from 'node:timers/promises'

/**
 * Does some work, and comes back no sooner than after so many milliseconds: how long an answer took does not tell whether
 * an address has an account.
 */
export async function noSoonerThan<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), pause(ms)])
  return result
}
