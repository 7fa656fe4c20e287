// Letters that recognition takes digits for, and the other way round.
const digitOf: ReadonlyMap<string, string> = new Map(
  ['O0', 'o0', 'Q0', 'I1', 'l1', 'i1', '|1', 'S5', 's5', 'B8', 'Z2', 'z2'].map(
    ([letter = '', digit = '']) => [letter, digit],
  ),
)

/** A class of characters for patterns: digits and what is taken for them. */
export const DIGIT = '[0-9OoQIl|SsBZz]'

/** A group of digits as it was printed; undefined when it holds none or something that is never taken for one. */
export function asDigits(text: string): { readonly digits: string; readonly repaired: boolean } | undefined {
  if (!/\d/.test(text)) return undefined
  const digits = Array.from(text, (sign) => digitOf.get(sign) ?? sign).join('')
  return /^\d+$/.test(digits) ? { digits, repaired: digits !== text } : undefined
}

/** How plausible a value is that was understood only by taking letters for digits. */
export const REPAIRED = 0.8

/** A class of numbers for patterns, with their points, commas and blanks; at most a dozen digits. */
export const NUMBER = `(?:\\d${DIGIT}{0,2}(?:(?:\\s?[.,'’]\\s?|\\s)\\d${DIGIT}{2}(?!${DIGIT})){1,3}(?:[.,]${DIGIT}{1,4})?|\\d${DIGIT}{0,11}(?:[.,]${DIGIT}{1,4})?)`

/** What a printed number is taken for. */
interface NumberWay {
  readonly value: number
  readonly plausibility: number
  /** digits behind the decimal sign as they stand there */
  readonly decimals: string
}

/**
 * How a printed number is to be understood; undefined when it is none. Three digits behind a lone point or comma are
 * thousands or decimals, as the caller says; thousands are more likely where the language groups with that sign.
 */
export function numberWay(text: string, language: string | null, thousands: boolean): NumberWay | undefined {
  const loose = /\s[.,'’]|[.,'’]\s/.test(text) ? 0.8 : 1
  const joined = text.replace(/[\s'’]/g, '')
  const parts = joined.split(/[.,]/).map(asDigits)
  const digits = parts.flatMap((part) => (part === undefined ? [] : [part.digits]))
  if (digits.length < parts.length) return undefined
  const repaired = parts.some((part) => part?.repaired) ? REPAIRED : 1
  const way = understood(digits, Array.from(joined.replace(/[^.,]/g, '')), language, thousands)
  return way && { ...way, plausibility: way.plausibility * loose * repaired }
}

function understood(
  digits: readonly string[],
  signs: readonly string[],
  language: string | null,
  thousands: boolean,
): NumberWay | undefined {
  const [first = '', ...others] = digits
  if (others.length === 0) return whole(digits, 1)
  const grouped = first.length <= 3 && others.every((group) => group.length === 3)
  if (new Set(signs).size < signs.length && signs.at(-1) === signs.at(-2))
    return grouped ? whole(digits, 1) : undefined
  const inThousands = first.length <= 3 && others.slice(0, -1).every((group) => group.length === 3)
  if (signs.length > 1) return inThousands ? fraction(digits, 1) : undefined
  if (!grouped || first.startsWith('0')) return fraction(digits, 1)
  return thousands ? whole(digits, groupedBy(language, signs[0])) : fraction(digits, 0.95)
}

/** How likely a language means thousands by a sign that three digits follow. */
function groupedBy(language: string | null, sign: string | undefined): number {
  if (language === null) return sign === '.' ? 0.92 : 0.75
  return (language === 'en') === (sign === ',') ? 0.96 : 0.75
}

const whole = (digits: readonly string[], plausibility: number): NumberWay => ({
  value: Number(digits.join('')),
  plausibility,
  decimals: '',
})

const fraction = (digits: readonly string[], plausibility: number): NumberWay => ({
  value: Number(`${digits.slice(0, -1).join('')}.${digits.at(-1)}`),
  plausibility,
  decimals: digits.at(-1) ?? '',
})
