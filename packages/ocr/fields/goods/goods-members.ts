import type { FoundValue } from '../values/found-value.js'
import { readHsCode, readPackageCount, readUnNumber, readVolume, readWeight } from '../values/index.js'
import { correctedLetters, likelihoodOfWriting } from '../writing.js'
import type { ColumnMeaning } from './column-captions.js'
import type { GoodsCells, ReadColumn } from './goods-columns.js'
import { textOf } from './goods-head.js'
import type { Member, Members } from './goods-line.js'

const memberOf: Readonly<Partial<Record<ColumnMeaning, Member>>> = {
  description: 'description',
  packages: 'packages',
  packing: 'packaging',
  marks: 'marks',
  weight: 'weight_kg',
  volume: 'volume_m3',
  hs_code: 'hs_code',
  un_number: 'un_number',
}

type Found = FoundValue<string | number> | undefined
type Reader = (text: string, column: ReadColumn, language: string | null) => Found

const MOST_WHEN_CORRECTED = 0.8

function words(text: string, _: ReadColumn, language: string | null): Found {
  const value = correctedLetters(text, language)
  const likely = likelihoodOfWriting(value, { language })
  return /[\p{L}\p{N}]/u.test(value)
    ? { value, source: text, plausibility: value === text ? likely : MOST_WHEN_CORRECTED }
    : undefined
}

const inTonnes = ({ caption }: ReadColumn): boolean => /(?:^|[\s(.])t(?:on|n)?\b/i.test(caption)

const readers: Readonly<Record<Member, Reader>> = {
  description: words,
  packaging: words,
  marks: words,
  packages: (text) => readPackageCount(text),
  weight_kg: (text, column, language) =>
    measure(text, (number) => readWeight(number, { language, unitOfCaption: inTonnes(column) ? 't' : 'kg' })),
  volume_m3: (text, _, language) =>
    measure(text, (number) => readVolume(number, { language, unitOfCaption: 'm3' })),
  hs_code: (text) => readHsCode(text),
  un_number: (text) => readUnNumber(text),
}

// A blank before or behind it, or in its place: in type of equal widths a decimal sign stands so far from its digits.
const LOOSE_SIGN = /(?<=\d) ?([.,]) ?(?=\d)/g
const LOST_SIGN = /^(\d[\d.,]*) (\d{1,2})(?=\D|$)/
const IF_LOST = 0.85

function measure(text: string, read: (text: string) => Found): Found {
  const close = text.replace(LOOSE_SIGN, '$1')
  const whole = close.replace(
    LOST_SIGN,
    (_, before: string, behind: string) => `${before}${before.includes(',') ? '.' : ','}${behind}`,
  )
  const found = read(whole)
  return found && whole !== close ? { ...found, plausibility: found.plausibility * IF_LOST } : found
}

/** What the cells of a row say. */
export function membersOf(cells: GoodsCells, language: string | null): Members {
  return Object.fromEntries(
    Array.from(cells).flatMap(([column, own]) => {
      const member = memberOf[column.means]
      const found = member && readers[member](textOf(own), column, language)
      if (found === undefined) return []
      const sure =
        Math.min(...own.map(({ confidence }) => confidence)) * found.plausibility * column.certainty
      return [[member, { value: found.value, sure, words: own }]]
    }),
  )
}
