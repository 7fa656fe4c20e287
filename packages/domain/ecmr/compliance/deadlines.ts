import type { EcmrFields } from '../fields.js'
import type { IssuedDocument, RevertedDelivery } from '../state.js'
import { endOfDay, localDay } from './local-days.js'
import { regimesOf } from './regimes.js'

/** A term that the law sets to the parties after a carriage. The day on which it starts does not count. */
export interface Deadline {
  readonly article: 'CMR 20.1' | 'CMR 30.1' | 'CMR 30.3' | 'Ley 15/2009 60.1' | 'Ley 15/2009 60.3'
  readonly kind: 'reservations' | 'delay' | 'presumed_lost'
  /** when it began to run, RFC 3339, UTC */
  readonly starts_at: string
  /** the last second of its last day where the goods are delivered, RFC 3339, UTC */
  readonly ends_at: string
  /** the law leaves out public holidays and those of this country are not known, or the country is not */
  readonly holidays_unknown: boolean
}

/** The national public holidays of a country in a year, as days `YYYY-MM-DD`; undefined when they are not known. */
export type PublicHolidays = (country: string, year: number) => ReadonlySet<string> | undefined

/** What is judged: a note, or the fields of one that does not exist yet. */
export interface JudgedNote {
  /** of a test note it is a test company */
  readonly company_id?: string
  readonly fields: EcmrFields
  readonly delivered_at?: string
  readonly taken_over_at?: string
  readonly reverted_deliveries?: readonly RevertedDelivery[]
  readonly documents?: readonly IssuedDocument[]
}

/**
 * The terms that run from a delivery: CMR art. 30.1 and 30.3, and art. 20 from the agreed date or else from taking over; Ley
 * 15/2009 art. 60 within Spain; both where the regime is not known. None before delivery.
 */
export function deadlines(note: JudgedNote, holidays: PublicHolidays): readonly Deadline[] {
  const { fields, delivered_at, taken_over_at } = note
  if (delivered_at === undefined) return []
  const country = fields.delivery_country ?? fields.receiver_country
  const day = localDay(delivered_at, country)
  const after = (
    article: Deadline['article'],
    kind: Deadline['kind'],
    days: number,
    from: { readonly at: string; readonly day: string } = { at: delivered_at, day },
  ): Deadline => ({
    article,
    kind,
    starts_at: from.at,
    ends_at: endOfDay(addDays(from.day, days), country),
    holidays_unknown: false,
  })
  const { cmr, deca } = regimesOf(fields)
  const found: Deadline[] = []
  if (cmr !== 'no') {
    const working = addWorkingDays(day, 7, (year) =>
      country === undefined ? undefined : holidays(country, year),
    )
    found.push(
      {
        ...after('CMR 30.1', 'reservations', 0),
        ends_at: endOfDay(working.day, country),
        holidays_unknown: working.holidaysUnknown,
      },
      after('CMR 30.3', 'delay', 21),
    )
    const { delivery_time_limit: limit = '' } = fields
    const agreed = isDay(limit) ? limit : fields.delivery_date
    if (agreed !== undefined)
      found.push(after('CMR 20.1', 'presumed_lost', 30, { at: endOfDay(agreed, country), day: agreed }))
    else if (taken_over_at !== undefined)
      found.push(
        after('CMR 20.1', 'presumed_lost', 60, { at: taken_over_at, day: localDay(taken_over_at, country) }),
      )
  }
  if (deca !== 'no')
    found.push(after('Ley 15/2009 60.1', 'reservations', 7), after('Ley 15/2009 60.3', 'delay', 21))
  return found
}

/**
 * The day until which both parties keep the control document: a calendar year after delivery (BOE-A-2026-12784, second);
 * null before delivery.
 */
export function retainUntil({ fields, delivered_at }: JudgedNote): string | null {
  if (delivered_at === undefined) return null
  const [year = '', month = '', day = ''] = localDay(
    delivered_at,
    fields.delivery_country ?? fields.receiver_country,
  ).split('-')
  // 29 February of the next year is 1 March.
  return new Date(Date.UTC(Number(year) + 1, Number(month) - 1, Number(day))).toISOString().slice(0, 10)
}

/** The agreed time limit is free text; only a day can be counted from. */
function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

/** The day `YYYY-MM-DD` so many days after another. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10)
}

/** Counts days that are neither Sundays nor public holidays. */
function addWorkingDays(
  start: string,
  days: number,
  holidaysIn: (year: number) => ReadonlySet<string> | undefined,
): { readonly day: string; readonly holidaysUnknown: boolean } {
  let day = start
  let holidaysUnknown = false
  for (let counted = 0; counted < days; ) {
    day = addDays(day, 1)
    const holidays = holidaysIn(Number(day.slice(0, 4)))
    holidaysUnknown ||= !holidays
    const isSunday = new Date(day).getUTCDay() === 0
    if (!isSunday && !holidays?.has(day)) counted += 1
  }
  return { day, holidaysUnknown }
}
