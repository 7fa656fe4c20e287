import { metadataLimits, ONE_LINE, PRINTABLE, PRINTABLE_OR_EMPTY, textFault } from '@ecmr/domain'
import type { ErrorObject } from 'ajv'

/** What may become of a member instead: `nullable` ones may be left out too, an `item` stands in a list. */
type Member = 'required' | 'optional' | 'nullable' | 'item'

/**
 * What kind of member a fault was found in.
 *
 * @param root the schema that the fault was found by; it says what may be left out
 */
export function memberOf(root: unknown, { schemaPath, parentSchema }: ErrorObject): Member {
  if ([parentSchema?.type].flat().includes('null')) return 'nullable'
  // As in `#/properties/signature/properties/place/minLength`.
  const path = schemaPath.split('/').slice(1, -1)
  const [kind, name] = path.slice(-2)
  if (kind !== 'properties') return 'item'
  const required: unknown = path.slice(0, -2).concat('required').reduce(within, root)
  return Array.isArray(required) && required.includes(name) ? 'required' : 'optional'
}

function within(schema: unknown, name: string): unknown {
  return typeof schema === 'object' && schema !== null ? Reflect.get(schema, name) : undefined
}

const texts: readonly unknown[] = [PRINTABLE, PRINTABLE_OR_EMPTY, ONE_LINE]

const formats: Readonly<Record<string, string>> = {
  date: 'Send a calendar date that exists, as YYYY-MM-DD, such as 2026-12-01.',
  'date-time': 'Send an RFC 3339 instant, such as 2026-12-01T08:30:00Z.',
  'clock-time': 'Send a time of day as HH:MM, such as 08:30.',
  country: 'Send an ISO 3166-1 alpha-2 country code in capitals, such as ES.',
  currency: 'Send an ISO 4217 currency code in capitals, such as EUR.',
  decimal: 'Send a decimal string, such as "1250.00".',
  email: 'Send an email address, such as traffic@example.com.',
}

const blank: Readonly<Record<Member, string>> = {
  required: 'Send some text; it is required.',
  optional: 'Send some text, or leave the field out.',
  nullable: 'Send some text, or leave the field out; null means none.',
  item: 'Send some text.',
}

/** What to do about text that has none. */
export function messageForBlank(member: Member): string {
  return blank[member]
}

/** What to do about a member of metadata whose name cannot be one. */
export function messageForName(): string {
  return `Name it with 1 to ${metadataLimits.keyLength} letters, digits, _ - . or :, beginning with a letter or digit; not constructor or prototype.`
}

/** What to do about a string that is not in its format. */
export function messageForFormat(format: string, isQuery: boolean): string {
  const message = formats[format] ?? `Send a ${format}.`
  // An offset of +01:00 arrives with a space.
  return isQuery && format === 'date-time' ? message.replace(/\.$/, '; write + as %2B.') : message
}

/** Whether a string does not match its pattern because there is nothing to see in it. */
export function saysNothing({ schema, data }: ErrorObject): boolean {
  return texts.includes(schema) && typeof data === 'string' && textFault(data) === 'blank'
}

/** What to do about a string that does not match its pattern. */
export function messageForPattern({ schema, parentSchema, data }: ErrorObject): string {
  if (texts.includes(schema) && typeof data === 'string')
    return textFault(data) === 'turns'
      ? 'Remove what turns the direction of text (U+202A to U+202E, U+2066 to U+2069); right-to-left text needs none of it.'
      : `Remove the control characters${schema === ONE_LINE ? ' and line breaks' : ''}.`
  const description = parentSchema?.description
  return description === undefined
    ? 'Send it in the documented form.'
    : `Send it in the documented form: ${description}.`
}

/** What to do about a value of the wrong type. */
export function messageForType({ schema, data, instancePath }: ErrorObject): string {
  const types = [schema].flat().filter((type) => type !== 'null')
  const wanted = withArticle(types.join(' or '))
  if (types.length === 1 && types[0] === 'boolean' && data !== null) return 'Send true or false.'
  if (data === null && instancePath !== '') return `Send ${wanted}; this cannot be cleared with null.`
  return `Send ${wanted}, not ${withArticle(typeName(data))}.`
}

/** What to do about items of a list that are the same. */
export function messageForRepeated({ i, j }: ErrorObject['params']): string {
  return `Send each item once; items ${Math.min(i, j)} and ${Math.max(i, j)} are the same.`
}

/** What to do about an object that says nothing. */
export function messageForNothing({ parentSchema }: ErrorObject): string {
  return `Send at least one of: ${Object.keys(parentSchema?.properties ?? {}).join(', ')}.`
}

function typeName(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  return Array.isArray(value) ? 'array' : typeof value
}

function withArticle(noun: string): string {
  if (noun === 'nothing' || noun === 'null') return noun
  return /^[aeiou]/.test(noun) ? `an ${noun}` : `a ${noun}`
}
