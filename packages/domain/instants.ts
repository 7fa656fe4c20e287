/** Whether the text is a day of the Gregorian calendar, YYYY-MM-DD, from year 1 on. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined) return false
  return year >= 1 && day >= 1 && day <= daysOf(year, month)
}

function daysOf(year: number, month: number): number {
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  return [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
}

// RFC 3339, section 5.6. The offset is compulsory: a time of day without one is no instant.
const RFC_3339 =
  /^(\d{4}-\d{2}-\d{2})T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i

/** Whether the text is an instant with its offset, on a day that exists (RFC 3339). */
export function isInstant(text: string): boolean {
  const day = RFC_3339.exec(text)?.[1]
  return day !== undefined && isCalendarDate(day)
}

/** The same instant in the one form that events use: UTC, milliseconds. The text must be an instant. */
export function toUtc(instant: string): string {
  return new Date(instant).toISOString()
}

/** Nothing was recorded before, nor ever will be after; texts beyond would not compare as instants do. */
const [EARLIEST, LATEST] = [0, Date.parse('9999-12-31T23:59:59.999Z')]

/** The instant as of which something is asked for, in the form of events. The text must be an instant. */
export function asOfInstant(instant: string): string {
  return new Date(Math.min(LATEST, Math.max(EARLIEST, Date.parse(instant)))).toISOString()
}

/** The later of two instants, both in the form that events use. */
export function latest(a: string, b: string | undefined): string {
  return b !== undefined && b > a ? b : a
}

/** An instant moved by so many milliseconds. */
export function shifted(instant: string, milliseconds: number): string {
  return new Date(Date.parse(instant) + milliseconds).toISOString()
}
