import type { openPool } from '@ecmr/postgres'

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

/** A clock that the process's own is compared with. */
export interface ReferenceClock {
  /**
   * Makes a connection ready, asks once, and tells the time between sending and receiving too.
   *
   * @param monotonic milliseconds of a clock that is never set
   */
  ask(monotonic: () => number): Promise<Reading>
}

/** What a reference clock said, in milliseconds. */
export interface Reading {
  /** since 1970 */
  readonly time: number
  readonly sentAt: number
  readonly receivedAt: number
}

/** PostgreSQL's clock, wherever the event log is: every installation has one, and all processes share it. */
export function postgresClock(pool: ReturnType<typeof openPool>): ReferenceClock {
  return {
    async ask(monotonic) {
      const client = await pool.connect()
      let failure: Error | undefined
      try {
        const sentAt = monotonic()
        const { rows } = await client.query<{ time: number }>(
          'select (extract(epoch from clock_timestamp()) * 1000)::float8 as time',
        )
        const receivedAt = monotonic()
        const [row] = rows
        if (!row) throw new Error('PostgreSQL did not tell its time')
        return { time: row.time, sentAt, receivedAt }
      } catch (error) {
        failure = error instanceof Error ? error : new Error(String(error))
        throw failure
      } finally {
        client.release(failure)
      }
    },
  }
}
