import { bestAssignment } from '../best-assignment.js'
import { isPacking, readHsCode, readUnNumber, readVolume, readWeight } from '../values/index.js'
import type { ColumnMeaning } from './column-captions.js'

/** What a column holds, and how sure that is, 0 to 1. */
export interface KnownColumn {
  readonly means: ColumnMeaning
  readonly certainty: number
}

/** What is known of a column before it is decided what it holds. */
export interface ColumnEvidence {
  /** by its caption; undefined: that says nothing to us */
  readonly caption: ColumnMeaning | undefined
  /** what stands in it row by row, without empty cells and totals */
  readonly texts: readonly string[]
  /** its rows add up to what the row of totals says */
  readonly addsUp: boolean
}

type Content = (texts: readonly string[], language: string | null) => number

const share = (texts: readonly string[], holds: (text: string) => unknown): number =>
  texts.length === 0 ? 0 : texts.filter((text) => holds(text)).length / texts.length

const lettersIn = (text: string): number => text.replace(/\P{L}/gu, '').length
const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length)

/** Numbers of one length, or 1, 2, 3: they name articles or count lines. */
function isSeries(texts: readonly string[]): boolean {
  const [first = ''] = texts
  if (texts.length < 2 || !texts.every((text) => /^\d+$/.test(text))) return false
  const isCounted = texts.every((text, place) => Number(text) === Number(first) + place)
  return isCounted || (first.length > 2 && texts.every(({ length }) => length === first.length))
}

/** How heavy, or large, or many the things in a column are, by numbers without a unit. */
const bareMean = (texts: readonly string[], language: string | null): number =>
  mean(texts.flatMap((text) => readWeight(text, { language, unitOfCaption: 'kg' })?.value ?? []))

const isNumber = (text: string): boolean => /^\d[\d.,'’ ]*$/.test(text)
const USUAL_DESCRIPTION = 12

/** How well what stands in a column is what such columns hold, 0 to 1. */
const contents: readonly (readonly [ColumnMeaning, Content])[] = [
  [
    'description',
    (texts) =>
      share(texts, (text) => /\p{L}{3}/u.test(text)) *
      Math.min(1, mean(texts.map(lettersIn)) / USUAL_DESCRIPTION) *
      (1 - 0.7 * share(texts, isPacking)),
  ],
  ['packing', (texts) => share(texts, (text) => isPacking(text) && !/^\d/.test(text))],
  [
    'packages',
    (texts, language) =>
      share(
        texts,
        (text) => /^\d{1,4}$/.test(text) || (isPacking(text.replace(/^\d+ /, '')) && /^\d/.test(text)),
      ) * (isSeries(texts) ? 0.2 : bareMean(texts, language) < 300 ? 0.75 : 0.45),
  ],
  [
    'weight',
    (texts, language) =>
      Math.max(
        share(texts, (text) => readWeight(text)),
        share(texts, isNumber) * (isSeries(texts) ? 0.1 : bareMean(texts, language) > 60 ? 0.7 : 0.3),
      ),
  ],
  [
    'volume',
    (texts, language) =>
      Math.max(
        share(texts, (text) => readVolume(text)),
        share(texts, isNumber) *
          share(texts, (text) => /[.,]\d/.test(text)) *
          (bareMean(texts, language) < 60 ? 0.7 : 0.1),
      ),
  ],
  ['hs_code', (texts) => 0.95 * share(texts, (text) => /^\d{4}[\d. ]{2,9}$/.test(text) && readHsCode(text))],
  ['un_number', (texts) => 0.9 * share(texts, (text) => /^(?:UN|ONU)/i.test(text) && readUnNumber(text))],
  [
    'marks',
    (texts) =>
      0.6 *
      share(
        texts,
        (text) => /\d/.test(text) && /\p{Lu}|[/-]/u.test(text) && lettersIn(text) < 8 && !readWeight(text),
      ),
  ],
]

const AMOUNTS: ReadonlySet<ColumnMeaning> = new Set(['packages', 'weight', 'volume'])
const ADDS_UP = 0.25
// Weaker evidence is none; and known captions go before any content.
const FEWEST = 0.35
const BY_CAPTION = 2
// What an unknown caption leaves to doubt even where its column's content is plain.
const MOST_BY_CONTENT = 0.93

/**
 * What the columns of a table hold: by their captions, and where those are not known by what stands in the columns and whether it adds
 * up to the totals. No two columns hold the same; of such that may, the one with the better content does.
 */
export function knownColumns(
  columns: readonly ColumnEvidence[],
  language: string | null,
): readonly KnownColumn[] {
  const scores = columns.map(({ caption, texts, addsUp }) =>
    contents.map(([means, content]) => {
      const isAmount = AMOUNTS.has(means)
      const fits = content(texts, language) + (addsUp ? (isAmount ? ADDS_UP : -ADDS_UP) : 0)
      if (caption === means) return BY_CAPTION + fits
      const isOpen = caption === undefined || (caption === 'article' && means === 'description')
      return isOpen && fits >= FEWEST ? fits : 0
    }),
  )
  const chosen = bestAssignment(scores)
  return columns.map(({ caption }, row) => {
    const column = chosen[row]
    const means = column === undefined ? undefined : contents[column]?.[0]
    if (column === undefined || means === undefined) return { means: caption ?? 'other', certainty: 1 }
    const own = scores[row]?.[column] ?? 0
    if (own >= BY_CAPTION) return { means, certainty: 1 }
    const rivals = (scores[row] ?? []).filter((_, at) => at !== column && !chosen.includes(at))
    const margin = own - Math.max(0, ...rivals)
    return { means, certainty: Math.min(MOST_BY_CONTENT, 0.6 + margin) }
  })
}
