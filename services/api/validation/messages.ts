import { requiredFields } from '@ecmr/domain'
import type { ErrorObject } from 'ajv'

const PRINTABLE = requiredFields.sender_city.pattern

const formats: Readonly<Record<string, string>> = {
  date: 'Send a calendar date that exists, as YYYY-MM-DD, such as 2026-12-01.',
  'date-time': 'Send an RFC 3339 instant, such as 2026-12-01T08:30:00Z; in a query string write + as %2B.',
  'clock-time': 'Send a time of day as HH:MM, such as 08:30.',
  country: 'Send an ISO 3166-1 alpha-2 country code in capitals, such as ES.',
  currency: 'Send an ISO 4217 currency code in capitals, such as EUR.',
  decimal: 'Send a decimal string, such as "1250.00".',
  email: 'Send an electronic mail address, such as traffic@example.com.',
}

/** What to do about a string that is not in its format. */
export function messageForFormat(format: string): string {
  return formats[format] ?? `Send a ${format}.`
}

/** What to do about a string that does not match its pattern. */
export function messageForPattern({ schema, parentSchema }: ErrorObject): string {
  if (schema === PRINTABLE) return 'Remove the control characters.'
  const description = parentSchema?.description
  return description === undefined
    ? 'Send it in the documented form.'
    : `Send it in the documented form: ${description}.`
}

/** What to do about a value of the wrong type. */
export function messageForType({ schema, data }: ErrorObject): string {
  const wanted = [schema].flat().filter((type) => type !== 'null')
  if (data === null) return `Send a ${wanted.join(' or ')}; this cannot be cleared with null.`
  return `Send ${withArticle(wanted.join(' or '))}, not ${withArticle(typeName(data))}.`
}

/** What to do about an object that says nothing. */
export function messageForNothing({ parentSchema }: ErrorObject): string {
  return `Send at least one of: ${Object.keys(parentSchema?.properties ?? {}).join(', ')}.`
}

function typeName(value: unknown): string {
  if (value === undefined) return 'nothing'
  return Array.isArray(value) ? 'array' : typeof value
}

function withArticle(noun: string): string {
  if (noun === 'nothing') return noun
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`
}
