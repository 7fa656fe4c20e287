import type { LinkPurpose } from '../tables.js'

const HOUR_MS = 3_600_000

/** How long links work, milliseconds. */
export const LIFETIMES: Readonly<Record<LinkPurpose, number>> = {
  registration: 24 * HOUR_MS,
  reset: HOUR_MS,
  invitation: 7 * 24 * HOUR_MS,
}
