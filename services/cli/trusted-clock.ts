import { checkedClock, postgresClock } from '@ecmr/event-store'
import type { Installation } from './installation.js'

/**
 * The clock by which commands stamp events, once it has been compared with PostgreSQL's.
 *
 * @throws ClockDiffers, here and when it is asked, while the two differ
 */
export async function trustedClock({ pool }: Pick<Installation, 'pool'>): Promise<() => Date> {
  const clock = checkedClock({ reference: postgresClock(pool) })
  await clock.compare()
  await clock.close()
  clock.now()
  return clock.now
}
