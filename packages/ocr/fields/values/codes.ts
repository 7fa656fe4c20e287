import type { FoundValue } from './found-value.js'
import { asDigits, DIGIT, REPAIRED } from './numbers.js'

const CLASS = '(1(?:\\.[1-6][A-S]?)?|2(?:\\.[1-3])?|3|4\\.[1-3]|5\\.[12]|6\\.[12]|7|8|9)'
const END = '(?![\\p{L}\\p{N}]|[.,]\\d)'

// With how certainly each is the class: named, after the UN number and the name, by itself.
const ways: readonly (readonly [RegExp, number])[] = [
  [
    new RegExp(`(?<!\\p{L})(?:ADR|clase|class|classe|klasse|kl\\.?|cl\\.?)[\\s:.-]{1,3}${CLASS}${END}`, 'iu'),
    1,
  ],
  [new RegExp(`\\bUN\\s?\\d{4}\\b[^\\d]{0,120}[,;]\\s?${CLASS}${END}`, 'iu'), 0.95],
  [new RegExp(`^\\s*${CLASS}\\s*$`, 'iu'), 0.95],
]

/** The first ADR class of a text, such as `3` or `4.1`. */
export function readAdrClass(text: string): FoundValue<string> | undefined {
  for (const [pattern, plausibility] of ways) {
    const found = pattern.exec(text)
    const value = found?.[1]?.toUpperCase()
    if (found !== null && value !== undefined) return { value, source: found[0].trim(), plausibility }
  }
  return undefined
}

const NAMED_UN = new RegExp(
  `(?<!\\p{L})(?:UN|ONU)\\s?(?:N[o°º]?\\.?)?[\\s:-]{0,2}(${DIGIT}{4})(?![\\p{L}\\p{N}])`,
  'iu',
)
const BARE_UN = /^\s*(\d{4})\s*$/
// The list of dangerous goods ends in the 3500s.
const LAST_UN = 3600

/** The first UN number of a text: four digits, with UN before them as it stands there. */
export function readUnNumber(text: string): FoundValue<string> | undefined {
  const named = NAMED_UN.exec(text)
  const found = named ?? BARE_UN.exec(text)
  const digits = asDigits(found?.[1] ?? '')
  if (found === null || digits === undefined) return undefined
  const listed = Number(digits.digits) >= 4 && Number(digits.digits) < LAST_UN ? 1 : 0.3
  const plausibility = listed * (digits.repaired ? REPAIRED : 1) * (named ? 1 : 0.9)
  const value = named === null ? digits.digits : `${/^UN\s/i.test(named[0]) ? 'UN ' : 'UN'}${digits.digits}`
  return { value, source: found[0].trim(), plausibility }
}

const STROKES = '([I|l1!]{1,3})(?![\\p{L}\\p{N}])'
const NAMES =
  'G\\.?\\s?E\\.?|P\\.?\\s?G\\.?|V\\.?\\s?G\\.?|[Gg]rupo de embalaje|[Pp]acking group|[Gg]roupe d.emballage|[Vv]erpackungsgruppe'
const NAMED_GROUP = new RegExp(`(?<!\\p{L})(?:${NAMES})[\\s:.]{0,3}${STROKES}`, 'u')
const LISTED_GROUP = new RegExp(`\\bUN\\s?\\d{4}\\b[^;\\n]{0,140},\\s?${STROKES}`, 'u')
const GROUP_ALONE = new RegExp(`^\\s*${STROKES}\\s*$`, 'u')

const GROUPS = ['I', 'II', 'III'] as const

/** The first packing group of a text. */
export function readPackingGroup(text: string): FoundValue<'I' | 'II' | 'III'> | undefined {
  const found = NAMED_GROUP.exec(text) ?? LISTED_GROUP.exec(text) ?? GROUP_ALONE.exec(text)
  const strokes = found?.[1]
  const value = GROUPS[(strokes?.length ?? 0) - 1]
  if (found === null || value === undefined) return undefined
  return { value, source: found[0].trim(), plausibility: strokes === value ? 1 : 0.75 }
}

const CODE = /(?<![\p{L}\p{N}.,])(\d{4})[ .]?(\d{2})(?:[ .]?(\d{2}))?(?:[ .]?(\d{2}))?(?![\p{L}\p{N}])/gu
const LAST_CHAPTER = 97

/** The first code of the Harmonised System in a text, its digits only. */
export function readHsCode(text: string): FoundValue<string> | undefined {
  for (const [source, ...groups] of text.matchAll(CODE)) {
    const value = groups.join('')
    const chapter = Number(value.slice(0, 2))
    if (chapter >= 1 && chapter <= LAST_CHAPTER) return { value, source, plausibility: plausibilityOf(value) }
  }
  return undefined
}

// Chapter 77 is empty; the last two of ten digits may be another number that stands beside the code.
const plausibilityOf = (code: string): number => (code.startsWith('77') ? 0.3 : code.length > 8 ? 0.8 : 1)

const SEAL_LABEL =
  /^[^\p{N}]{0,30}?(?:precintos?|seals?|scell[eé]s?|plombs?|plomben?|siegel)(?:\s?(?:n[ºo°.]{0,2}|nr\.?|no\.?|num\.?))?[\s.:]*/iu
const SEAL = /^(?:[A-Z][A-Z-]{0,7}[- ])?(?=[A-Z0-9/-]*\d)[A-Z0-9/-]{3,20}$/i

/** The numbers of the seals in the text of a place for seals. */
export function readSeals(text: string): FoundValue<readonly string[]> | undefined {
  const listed = text.slice(0, 500).replace(SEAL_LABEL, '').trim()
  const parts = listed.split(/\s*[,;]\s*|\s+(?:y|e|and|et|und|\/|\+)\s+/).filter((part) => part !== '')
  const seals = parts.flatMap((part) => (SEAL.test(part) ? [part] : part.split(/\s+/)))
  if (seals.length === 0 || !seals.every((seal) => SEAL.test(seal))) return undefined
  return { value: seals, source: listed, plausibility: 0.97 }
}

const DEGREES = '[+\\-−–±]?\\s?\\d{1,2}(?:[.,]\\d)?'
const SIGN = '\\s?[°º˚o*]\\s?C(?:elsius)?'
const TO = '\\s?(?:a|al|y|to|and|bis|und|à|et|/|-|–|\\.\\.\\.)\\s?'
const REGIME = new RegExp(
  `(?<![\\p{L}\\p{N}.,])${DEGREES}(?:${SIGN})?(?:${TO}${DEGREES})?${SIGN}(?![\\p{L}\\p{N}])`,
  'iu',
)

/** The temperature regime that a text asks for, as it stands there. */
export function readTemperature(text: string): FoundValue<string> | undefined {
  const source = REGIME.exec(text)?.[0]
  if (source === undefined) return undefined
  const degrees = Array.from(source.matchAll(/\d{1,2}/g), ([number]) => Number(number))
  const carried = degrees.every((degree) => degree <= 40)
  return {
    value: source.replace(/\s+/g, ' ').trim(),
    source,
    plausibility: carried && /[°º˚]/.test(source) ? 1 : 0.7,
  }
}
