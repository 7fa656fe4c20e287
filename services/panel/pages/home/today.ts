/**
 * The calendar day that it is somewhere, YYYY-MM-DD.
 *
 * @param timeZone IANA name
 */
export function dayIn(timeZone: string, at: Date): string {
  // Swedes write dates as ISO 8601 does.
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(at)
}
