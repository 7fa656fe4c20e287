/** A time of day somewhere, with its distance from UTC, such as `+02:00`. */
export interface Moment {
  /** RFC 3339, UTC */
  readonly instant: string
  readonly offset: string
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/
const DAY_MS = 24 * 3_600_000

/**
 * The moments at which clocks somewhere show this: one as a rule, none in the hour that is skipped in spring, two in the
 * one that is repeated in autumn.
 *
 * @param local as a `datetime-local` control has it, such as `2026-10-25T02:30`
 * @param timeZone IANA name
 * @returns `undefined` when the text is no date and time
 */
export function momentsOf(local: string, timeZone: string): readonly Moment[] | undefined {
  const shown = LOCAL.test(local) ? Date.parse(`${local.length === 16 ? `${local}:00` : local}Z`) : Number.NaN
  // A day that does not exist is rolled over into the next month, or is none.
  if (Number.isNaN(shown) || !new Date(shown).toISOString().startsWith(local.slice(0, 16))) return undefined
  const possible = new Set([shown - DAY_MS, shown + DAY_MS].map((around) => distance(around, timeZone)))
  return [...possible]
    .filter((ahead) => distance(shown - ahead, timeZone) === ahead)
    .sort((a, b) => b - a)
    .map((ahead) => ({ instant: new Date(shown - ahead).toISOString(), offset: written(ahead) }))
}

/** How far clocks there are ahead of UTC at an instant, in milliseconds. */
function distance(at: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes, seconds] = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?$/.exec(name) ?? []
  const ahead = ((Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * 60 + Number(seconds ?? 0)) * 1_000
  return sign === '-' ? -ahead : ahead
}

function written(ahead: number): string {
  const minutes = Math.abs(ahead) / 60_000
  const two = (count: number) => String(Math.floor(count)).padStart(2, '0')
  return `${ahead < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`
}
