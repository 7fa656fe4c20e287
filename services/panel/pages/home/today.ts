/**
 * The calendar day that it is somewhere, YYYY-MM-DD.
 *
 * @param timeZone IANA name
 */
export function dayIn(timeZone: string, at: Date): string {
  // Swedes write dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
}

/** The day before a calendar day. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 24 * 3_600_000).toISOString().slice(0, 10)
}
