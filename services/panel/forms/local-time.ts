import { asOfInstant, formats } from '@ecmr/domain'

/** A time of day somewhere, with its distance from UTC, such as `+02:00`. */
export interface Moment {
  /** RFC 3339, UTC */
  readonly instant: string
  readonly offset: string
}

const LOCAL = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/
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
  const shown = shownAs(local)
  if (shown === undefined) return undefined
  return distancesAround(shown, timeZone)
    .filter((ahead) => distance(shown - ahead, timeZone) === ahead)
    .map((ahead) => ({ instant: new Date(shown - ahead).toISOString(), offset: written(ahead) }))
}

/**
 * The instant at which clocks somewhere show this: the later one in the hour that is repeated, and what it would have
 * been without the change in the hour that is skipped.
 *
 * @param local as `momentsOf` takes it
 * @returns `undefined` when the text is no date and time
 */
export function instantOf(local: string, timeZone: string): Date | undefined {
  const shown = shownAs(local)
  if (shown === undefined) return undefined
  const last = momentsOf(local, timeZone)?.at(-1)
  return last ? new Date(last.instant) : new Date(shown - Math.min(...distancesAround(shown, timeZone)))
}

/**
 * The instant as of which an address asks for something: RFC 3339, or a local time as forms send it, for which the hour that
 * is repeated or skipped is read as `instantOf` reads it.
 *
 * @returns in the form of events; `undefined` when the text is no instant
 */
export function instantAsked(text: string, timeZone: string): string | undefined {
  const instant = formats['date-time'](text) ? text : instantOf(text, timeZone)?.toISOString()
  return instant === undefined ? undefined : asOfInstant(instant)
}

/** What a `datetime-local` control shows of a text that `instantAsked` takes: it shows nothing of RFC 3339. */
export function shownLocally(text: string, timeZone: string): string {
  if (!formats['date-time'](text)) return text
  // Swedes write dates as ISO 8601 does.
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  return clock.format(new Date(asOfInstant(text))).replace(' ', 'T')
}

/** What clocks show, as if they stood in UTC; `undefined` when it is no date and time. */
function shownAs(local: string): number | undefined {
  const shown = LOCAL.test(local) ? Date.parse(`${local}${local.length === 16 ? ':00' : ''}Z`) : Number.NaN
  // A day that does not exist is rolled over into the next month, or is none.
  const exists = !Number.isNaN(shown) && new Date(shown).toISOString().startsWith(local.slice(0, 16))
  return exists ? shown : undefined
}

/** How far clocks are ahead of UTC the day before and the day after, the farthest first. */
function distancesAround(shown: number, timeZone: string): readonly number[] {
  const around = [shown - DAY_MS, shown + DAY_MS].map((at) => distance(at, timeZone))
  return [...new Set(around)].sort((a, b) => b - a)
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
