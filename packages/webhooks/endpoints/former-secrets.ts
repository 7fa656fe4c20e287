import type { FormerSecret } from '../tables.js'

/** So many rotations of one endpoint may overlap. */
export const MOST_FORMER_SECRETS = 4

/** Those that still sign. */
export function stillGood(secrets: readonly FormerSecret[], now: Date): readonly FormerSecret[] {
  return secrets.filter(({ until }) => Date.parse(until) > now.getTime())
}

/** Until when any of them signs; null: none does any more. */
export function lastGoodUntil(secrets: readonly FormerSecret[], now: Date): string | null {
  const ends = stillGood(secrets, now).map(({ until }) => until)
  return ends.sort().at(-1) ?? null
}
