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
