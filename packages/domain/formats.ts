import { isCalendarDate } from './calendar.js'
import { isInstant } from './instants.js'
import { countries } from './iso-countries.js'
import { currencies } from './iso-currencies.js'

const CLOCK_TIME = /^([01]\d|2[0-3]):[0-5]\d$/
const DECIMAL = /^(0|[1-9]\d{0,14})(\.\d{1,4})?$/
// What mail servers take in practice: the dot-atom of RFC 5322, no comments, no quoted parts, a domain with a dot.
const EMAIL =
  /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?)+$/

/**
 * The string formats that the field schemas name, for registering with a JSON Schema validator.
 *
 * `decimal` is not negative, has up to 15 digits before and up to 4 after the point, and no needless leading zero.
 * Country and currency codes are upper case.
 */
export const formats = {
  date: isCalendarDate,
  'date-time': isInstant,
  'clock-time': (text) => CLOCK_TIME.test(text),
  country: (text) => countries.has(text),
  currency: (text) => currencies.has(text),
  decimal: (text) => DECIMAL.test(text),
  email: (text) => EMAIL.test(text) && !/^\.|\.\.|\.@/.test(text),
} as const satisfies Readonly<Record<string, (text: string) => boolean>>
