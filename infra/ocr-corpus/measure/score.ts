import { type FieldName, fieldNames } from '@ecmr/domain'
import type { ReadField, ReadValue } from '@ecmr/ocr'
import type { Truth } from '../corpus-page.js'
import { sameValue } from './same-value.js'

/** What a reader says of one field. */
export type Reading = Pick<ReadField, 'name' | 'value' | 'confidence' | 'source_text' | 'needs_review'>

/** How a field of a page was read. */
export type Judged = { readonly name: FieldName } & (
  | { readonly verdict: 'right'; readonly reading: Reading }
  /** another value than the printed one */
  | { readonly verdict: 'wrong'; readonly printed: ReadValue; readonly reading: Reading }
  /** a value that is not printed at all */
  | { readonly verdict: 'invented'; readonly reading: Reading }
  /** printed, but not given */
  | { readonly verdict: 'missed'; readonly printed: ReadValue }
)

/** Judges all that is printed on a page, and all that was read of it. A null says nothing, and so does an empty list. */
export function score(truth: Truth, readings: readonly Reading[]): readonly Judged[] {
  const printed = new Map(entriesOf(truth))
  const given = readings.filter(({ value }) => value !== null && !isEmpty(value))
  const names = new Set(given.map(({ name }) => name))
  const missed = [...printed].filter(([name]) => !names.has(name))
  return [
    ...given.map((reading) => judge(printed.get(reading.name), reading)),
    ...missed.map(([name, value]) => ({ name, verdict: 'missed', printed: value }) as const),
  ]
}

function judge(printed: ReadValue | undefined, reading: Reading): Judged {
  const { name, value } = reading
  if (printed === undefined) return { name, verdict: 'invented', reading }
  if (value !== null && sameValue(name, printed, value)) return { name, verdict: 'right', reading }
  return { name, verdict: 'wrong', printed, reading }
}

function entriesOf(truth: Truth): readonly (readonly [FieldName, ReadValue])[] {
  return fieldNames.flatMap((name) => {
    const value = truth[name]
    return value === undefined || isEmpty(value) ? [] : [[name, value] as const]
  })
}

const isEmpty = (value: ReadValue): boolean => typeof value === 'object' && value.length === 0
