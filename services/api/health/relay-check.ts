import { readRelayStatus } from '@ecmr/broker'
import type { Pool } from 'pg'

/** A relay says every few seconds how it is; after this long without a word it counts as gone. */
const LATE_MS = 15_000

/**
 * Whether events reach the broker, by what the relay last said in PostgreSQL: the api itself does not talk to NATS.
 *
 * @returns a check that rejects with a sentence when they do not
 */
export function relayCheck(pool: Pool): () => Promise<void> {
  return async () => {
    const last = await readRelayStatus(pool, 'relay').catch(() => {
      throw new Error('Whether events reach the broker is not known: PostgreSQL cannot be asked.')
    })
    if (last === undefined) throw new Error('No relay has run yet: events do not reach the broker.')
    if (last.age_ms > LATE_MS) {
      const seconds = Math.round(last.age_ms / 1_000)
      throw new Error(`The relay was last heard of ${seconds} s ago: events do not reach the broker.`)
    }
    if (last.problem !== null) throw new Error(last.problem)
  }
}
