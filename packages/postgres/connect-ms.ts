const PRODUCTION_MS = 5_000

let ms = PRODUCTION_MS

/**
 * How long a connection to PostgreSQL may take to open, or one of a full pool to become free, and the server over a statement of the
 * event log unless its opener says otherwise; milliseconds.
 */
export function connectMs(): number {
  return ms
}

/**
 * For tests, which share a server that may be busy or frozen, and are not about this limit: what holds for pools that are opened from
 * now on; 5 s unless given.
 */
export function setConnectMs(longest: number = PRODUCTION_MS): void {
  ms = longest
}
