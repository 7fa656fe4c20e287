import { type FieldName, fieldNames } from '@ecmr/domain'
import type { ReadField, ReadValue } from '@ecmr/ocr'
import type { CorpusPage } from '../corpus.js'
import type { GoodsItem, Truth } from '../drawn-page.js'
import type { WordsRead } from './words-read.js'

// May be written with or without blanks, dots and dashes; only the letters and digits are the code.
const GROUPED_CODES = /_(tax_id|hs_code)$/

// What programs compare letter by letter, and so do we.
const CODES =
  /^(reference|language|transport_type|declared_value)$|_(country|postal_code|email|phone|plate|date|from|to|currency|amount|license_number|permit_number|un_number|adr_class|packing_group)$/

/**
 * Whether a field was read as it is printed. Numbers, dates and codes must be the same to the letter, but for what parts the
 * groups of tax identifications and HS codes; of other texts white space, case and the punctuation around them do not matter,
 * accents do. Lists must have the same texts in the same order.
 */
export function sameValue(name: FieldName, printed: ReadValue, read: ReadValue): boolean {
  if (typeof printed === 'string' && typeof read === 'string')
    return inPlain(name, printed) === inPlain(name, read)
  if (typeof printed === 'object' && typeof read === 'object')
    return printed.map(plainText).join('\n') === read.map(plainText).join('\n')
  return printed === read
}

function inPlain(name: FieldName, text: string): string {
  if (GROUPED_CODES.test(name)) return text.replace(/[\s./-]/g, '')
  return CODES.test(name) ? text : plainText(text)
}

const plainText = (text: string): string =>
  text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(/^[\s\p{P}]+|[\s\p{P}]+$/gu, '')
    .toLowerCase()

/** What a reader says of one field. */
export type Reading = Pick<ReadField, 'name' | 'value' | 'confidence' | 'source_text' | 'needs_review'> & {
  /** the confidence before calibration, where the engine tells it */
  readonly sure?: number
}

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

/** Lines of goods: how many stand on a page, were given, and are right in every member. */
export interface GoodsLines {
  readonly printed: number
  readonly given: number
  readonly right: number
}

/** Compares lines of goods one by one, in their order: a line that is left out makes those after it wrong. */
export function scoreGoods(printed: readonly GoodsItem[], given: readonly GoodsItem[]): GoodsLines {
  const right = given.filter((line, place) => {
    const truth = printed[place]
    return truth !== undefined && inOneText(truth) === inOneText(line)
  })
  return { printed: printed.length, given: given.length, right: right.length }
}

const inOneText = ({ hs_code: code = '', ...line }: GoodsItem): string =>
  [line.description, line.packages, line.packaging, line.marks, line.weight_kg, line.volume_m3]
    .map((member) => plainText(String(member ?? '')))
    .concat(code.replace(/\D/g, ''))
    .join('|')

/** What became of a page. */
export interface PageResult {
  readonly page: CorpusPage
  readonly judged: readonly Judged[]
  /** from handing over the image to the answer */
  readonly seconds: number
  /** what the paper was called; absent: it was not read */
  readonly documentType?: string
  /** of its table of goods */
  readonly lines?: GoodsLines
  /** where the engine tells them */
  readonly words?: WordsRead
  /** seconds of processor time of each stage, where the engine tells */
  readonly stages?: Readonly<Record<string, number>>
  /** why it was not read at all */
  readonly refused?: string
}

/** How many fields were read, and how. */
export interface Tally {
  /** stand on the paper */
  readonly printed: number
  /** a value was given for them */
  readonly given: number
  readonly right: number
  /** given, but not what is printed, or not printed at all */
  readonly wrong: number
  /** wrong, and not marked for review: the worst */
  readonly sureAndWrong: number
  /** given, and marked for review */
  readonly toReview: number
  /** given with a confidence over 0.9 */
  readonly confident: number
  /** and right */
  readonly confidentRight: number
}

// A value is called confident above this.
const CONFIDENT = 0.9

/** Counts. */
export function tally(judged: readonly Judged[]): Tally {
  const given = judged.flatMap((field) => (field.verdict === 'missed' ? [] : [field]))
  const wrong = given.filter(({ verdict }) => verdict !== 'right')
  const confident = given.filter(({ reading }) => reading.confidence > CONFIDENT)
  return {
    printed: judged.filter(({ verdict }) => verdict !== 'invented').length,
    given: given.length,
    right: given.length - wrong.length,
    wrong: wrong.length,
    sureAndWrong: wrong.filter(({ reading }) => !reading.needs_review).length,
    toReview: given.filter(({ reading }) => reading.needs_review).length,
    confident: confident.length,
    confidentRight: confident.filter(({ verdict }) => verdict === 'right').length,
  }
}

/** Of the values given, the share that is right; NaN when none was given. */
export const precision = ({ right, given }: Tally): number => right / given

/** Of the fields printed, the share that was read right; NaN when none is printed. */
export const recall = ({ right, printed }: Tally): number => right / printed

/** Of the values given with a confidence over 0.9, the share that is right; NaN when there is none. */
export const calibration = ({ confidentRight, confident }: Tally): number => confidentRight / confident

/** Of the values given, the share that is wrong and not marked for review; NaN when none was given. */
export const sureAndWrongShare = ({ sureAndWrong, given }: Tally): number => sureAndWrong / given
