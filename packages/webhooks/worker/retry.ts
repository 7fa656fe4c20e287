const LONGEST_RETRY_AFTER_MS = 24 * 60 * 60 * 1_000
const JITTER = 0.2

/** A pause from the schedule, up to 20 % shorter or longer, so that retries of one outage spread out. Milliseconds. */
export function jittered(pauseMs: number, random: () => number): number {
  return Math.round(pauseMs * (1 - JITTER + 2 * JITTER * random()))
}

/**
 * Reads a `Retry-After` header (RFC 9110, section 10.2.3): seconds or an HTTP date. Milliseconds from now, at most 24
 * hours; 0 when there is none or it cannot be read.
 */
export function retryAfterMs(header: string | undefined, now: Date): number {
  if (header === undefined) return 0
  const text = header.trim()
  const pause = /^\d+$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isNaN(pause) ? 0 : Math.min(Math.max(pause, 0), LONGEST_RETRY_AFTER_MS)
}
