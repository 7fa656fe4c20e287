import { userInfo } from 'node:os'
import { type AuditActor, drainAuditOutbox } from '@ecmr/accounts'
import { checkedClock, postgresClock } from '@ecmr/event-store'
import { sentence } from './failure.js'
import type { Installation } from './installation.js'

/** The person at the keyboard, as the audit trail names them. */
export function operator(): AuditActor {
  return { kind: 'operator', id: loginName() }
}

function loginName(): string {
  try {
    return userInfo().username
  } catch {
    // A container may run under a number that has no name.
    return `uid ${process.getuid?.() ?? 'unknown'}`
  }
}

/** After so many batches the rest of a large backlog is left to the services. */
const ROUNDS = 20

/**
 * Carries the changes that were just made, to a company or to any, into the event log. When that cannot be done now it says so, and the
 * command has still succeeded: the change is made, and a running service carries it there later.
 */
export async function appendAuditTrail(installation: Installation, company?: string): Promise<void> {
  const { pool, eventStore, signal } = installation
  try {
    const clock = await trustedClock(installation)
    await drainAuditOutbox(pool, await eventStore(), {
      clock,
      rounds: ROUNDS,
      signal,
      ...(company !== undefined && { company }),
    })
  } catch (error) {
    console.error(
      `warning: The change was made but is not in the event log yet. A running service will write it there. ${sentence(error)}`,
    )
  }
}

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
