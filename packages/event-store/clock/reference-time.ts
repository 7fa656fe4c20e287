import type { Reading } from './reference-clock.js'

/** The reference clock's time as it was read last, carried on by a clock that is never set. */
export interface ReferenceTime {
  /** milliseconds since 1970 at a monotonic instant */
  at(monotonic: number): number
  /** milliseconds by which it may be wrong: half the round trip */
  readonly uncertainty: number
}

/** The reading belongs to some instant between sending and receiving. */
export function referenceTime({ time, sentAt, receivedAt }: Reading): ReferenceTime {
  const middle = (sentAt + receivedAt) / 2
  return { at: (monotonic) => time + monotonic - middle, uncertainty: (receivedAt - sentAt) / 2 }
}

/** How far a time is from the reference in milliseconds: positive when it is ahead, 0 within the uncertainty. */
export function differenceFrom(reference: ReferenceTime, time: number, monotonic: number): number {
  const difference = time - reference.at(monotonic)
  return Math.sign(difference) * Math.max(0, Math.abs(difference) - reference.uncertainty)
}
