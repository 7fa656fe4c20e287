// https://www.postgresql.org/docs/18/errcodes-appendix.html
const AWAY_CLASSES = new Set(['08', '28', '3D', '53', '57', '58'])
// Of its class we only ever see the one about a database that takes no connections, and a lock that is held for too long.
const BUSY_STATES = new Set(['55000', '55P03'])
const SOCKET_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
// pg has no codes for these.
const PG_MESSAGES =
  /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error|Cannot use a pool after)/

/** Whether Postgres is away or refuses to work: connections, our account, our database, resources, shutdown, disk, locks. */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  return SOCKET_CODES.has(code) || isAwayState(code) || PG_MESSAGES.test(error.message)
}

function isAwayState(code: string): boolean {
  return /^[0-9A-Z]{5}$/.test(code) && (AWAY_CLASSES.has(code.slice(0, 2)) || BUSY_STATES.has(code))
}
