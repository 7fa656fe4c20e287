import type { Pool } from 'pg'
import type { EventStore } from '../port.js'
import { storeUnavailable } from './errors.js'

/** Short, because whoever asks for readiness waits: an append may wait longer. */
export const PROBE_TIMEOUT_MS = 1_500

/** Writes as an append does, over a pool of its own: those of appends may all be waiting. */
export function writeProbe(pool: Pool): NonNullable<EventStore['probeWrites']> {
  return async () => {
    try {
      await pool.query('select log.probe_writes()')
    } catch (error) {
      throw storeUnavailable(error)
    }
  }
}
