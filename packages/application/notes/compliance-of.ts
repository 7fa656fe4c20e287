import { createRequire } from 'node:module'
import { type ComplianceView, complianceAnswer, type Language } from '@ecmr/contract'
import {
  compliance,
  deadlines,
  isTestCompany,
  type JudgedNote,
  lacksDocument,
  type PublicHolidays,
  retainUntil,
} from '@ecmr/domain'
import type Holidays from 'date-holidays'

/** What the law says of a note, in a language. */
export function complianceOf(note: JudgedNote, language: Language): ComplianceView {
  const { fields, documents = [], taken_over_at, delivered_at, reverted_deliveries } = note
  const judged = {
    ...compliance(fields),
    retain_until: retainUntil(note),
    deadlines: deadlines(note, publicHolidays),
    delivery_reverted: delivered_at === undefined && reverted_deliveries !== undefined,
    is_test: isTestCompany(note.company_id ?? ''),
    without_document: taken_over_at !== undefined && lacksDocument({ fields, documents }),
  }
  return complianceAnswer(judged, language)
}

const require = createRequire(import.meta.url)
const known = new Map<string, ReadonlySet<string> | undefined>()
/** Countries times years; the library knows some 200 countries. */
const MOST_KNOWN = 2_000

/** National public holidays from the library, which is loaded when the first delivery needs it: it takes a tenth of a second. */
const publicHolidays: PublicHolidays = (country, year) => {
  const key = `${country} ${year}`
  if (known.has(key)) return known.get(key)
  const Calendar: typeof Holidays = require('date-holidays')
  const calendar = new Calendar()
  const found =
    calendar.getCountries()[country] === undefined
      ? undefined
      : new Set(
          new Calendar(country, { types: ['public'] }).getHolidays(year).map(({ date }) => date.slice(0, 10)),
        )
  if (known.size < MOST_KNOWN) known.set(key, found)
  return found
}
