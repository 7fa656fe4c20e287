const PAIRS = `
  AD Europe/Andorra AL Europe/Tirane AM Asia/Yerevan AT Europe/Vienna AZ Asia/Baku
  BA Europe/Sarajevo BE Europe/Brussels BG Europe/Sofia BY Europe/Minsk CH Europe/Zurich
  CY Asia/Nicosia CZ Europe/Prague DE Europe/Berlin DK Europe/Copenhagen DZ Africa/Algiers
  EE Europe/Tallinn FI Europe/Helsinki FR Europe/Paris GB Europe/London GE Asia/Tbilisi
  GI Europe/Gibraltar GR Europe/Athens HR Europe/Zagreb HU Europe/Budapest IE Europe/Dublin
  IR Asia/Tehran IS Atlantic/Reykjavik IT Europe/Rome JO Asia/Amman KG Asia/Bishkek KZ Asia/Almaty
  LB Asia/Beirut LI Europe/Vaduz LT Europe/Vilnius LU Europe/Luxembourg LV Europe/Riga
  MA Africa/Casablanca MC Europe/Monaco MD Europe/Chisinau ME Europe/Podgorica MK Europe/Skopje
  MN Asia/Ulaanbaatar MT Europe/Malta NL Europe/Amsterdam NO Europe/Oslo OM Asia/Muscat
  PK Asia/Karachi PL Europe/Warsaw PT Europe/Lisbon RO Europe/Bucharest RS Europe/Belgrade
  RU Europe/Moscow SE Europe/Stockholm SI Europe/Ljubljana SK Europe/Bratislava
  SM Europe/San_Marino SY Asia/Damascus TJ Asia/Dushanbe TM Asia/Ashgabat TN Africa/Tunis
  TR Europe/Istanbul UA Europe/Kyiv UZ Asia/Tashkent VA Europe/Vatican`
  .trim()
  .split(/\s+/)

/** The time zone of each party to the CMR Convention and of its neighbours: of the capital where a country has several. */
const ZONES: ReadonlyMap<string, string> = new Map(
  PAIRS.flatMap((country, at) => (at % 2 === 0 ? [[country, PAIRS[at + 1] ?? '']] : [])),
)
const ZONE_OF_OTHERS = 'Europe/Madrid'

const zoneOf = (country: string | undefined): string => ZONES.get(country ?? '') ?? ZONE_OF_OTHERS

const formats = new Map<string, Intl.DateTimeFormat>()

/** The parts of an instant on clocks of a time zone. */
function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
  formats.set(timeZone, format)
  return format
}

/** The day `YYYY-MM-DD` that an instant falls on in a country; of Spain where it is not known. */
export function localDay(instant: string, country: string | undefined): string {
  return dayInZone(instant, zoneOf(country))
}

/** The last second of a day `YYYY-MM-DD` in a country, RFC 3339, UTC; of Spain where it is not known. */
export function endOfDay(day: string, country: string | undefined): string {
  return endOfDayInZone(day, zoneOf(country))
}

/**
 * The day `YYYY-MM-DD` that an instant falls on.
 *
 * @param timeZone IANA name
 */
export function dayInZone(instant: string, timeZone: string): string {
  return clockOf(timeZone).format(new Date(instant)).slice(0, 10)
}

/**
 * The last second of a day `YYYY-MM-DD`, RFC 3339, UTC.
 *
 * @param timeZone IANA name
 */
export function endOfDayInZone(day: string, timeZone: string): string {
  const wanted = Date.parse(`${day}T23:59:59Z`)
  // What local clocks show at that instant of UTC says how far they are ahead; once more where the clocks change in between.
  const first = wanted - ahead(wanted, timeZone)
  return new Date(wanted - ahead(first, timeZone)).toISOString()
}

function ahead(at: number, timeZone: string): number {
  return Date.parse(`${clockOf(timeZone).format(new Date(at)).replace(' ', 'T')}Z`) - at
}
