// Clocks of telephones are wrong, sometimes by a year. The service says its time with each answer, and what was done is stated by that.

/** Below that it is the same clock: the header has whole seconds. */
const NOTHING_MS = 2_000
/** Between two measurements a clock that nobody has set differs by less. */
const SET_MS = 120_000
/** What was done just now needs no time of its own. */
const JUST_NOW_MS = 60_000

/**
 * How far the service’s clock is ahead of the device’s, in ms; undefined when it does not say.
 *
 * @param date its header `Date`
 */
export function skewOf(date: string | null, sentAt: number, receivedAt: number): number | undefined {
  const theirs = Date.parse(date ?? '')
  if (Number.isNaN(theirs)) return undefined
  const skew = Math.round(theirs + 500 - (sentAt + receivedAt) / 2)
  return Math.abs(skew) < NOTHING_MS ? 0 : skew
}

/** When something was done, as it is stated to the service. */
export type Stated =
  | { readonly ok: true; readonly at?: string }
  /** the clock was set between then and now: which of the two was right is not known */
  | { readonly ok: false }

/**
 * The instant of an action by the service’s clock. Without one it counts from when it is recorded.
 *
 * @param one.at by the device’s clock
 * @param one.skew as measured last before it
 * @param now.at by the device’s clock
 * @param now.skew as measured just now
 */
export function statedAt(
  one: { readonly at: number; readonly skew: number; readonly timeless?: true },
  now: { readonly at: number; readonly skew: number },
): Stated {
  if (one.timeless) return { ok: true }
  if (Math.abs(now.skew - one.skew) > SET_MS) return { ok: false }
  const at = one.at + one.skew
  const ago = now.at + now.skew - at
  // It was set there and back.
  if (ago < -SET_MS) return { ok: false }
  return ago < JUST_NOW_MS ? { ok: true } : { ok: true, at: new Date(at).toISOString() }
}
