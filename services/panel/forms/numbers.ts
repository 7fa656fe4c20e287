import type { Language } from '@ecmr/contract'

/** A number as JSON and decimal strings write it, or why what was typed is none. */
export type ReadNumber = { readonly text: string } | { readonly fault: 'number' | 'ambiguous_number' }

const MARKS: Readonly<Record<Language, string>> = { es: ',', en: '.' }

const WITH_FRACTION = /^(\d*)([.,])(\d+)$/
const IN_GROUPS = /^(\d{1,3}(?:([.,\s’'])\d{3})(?:\2\d{3})*)(?:([.,])(\d+))?$/u
const SCIENTIFIC = /^\d+(\.\d+)?e[+-]?\d{1,3}$/i

/**
 * Reads a number as people write it: `1250,5`, `1.250,50`, `1,250.50`, `1 250`. The mark of the person's language is
 * always the decimal one. What may be a thousand times more in one country than in another, such as `1.250` in Spanish,
 * is not guessed.
 *
 * @example
 * readNumber('1.250,50', 'es') // { text: '1250.50' }
 */
export function readNumber(typed: string, language: Language): ReadNumber {
  const negative = /^[-−]/.test(typed)
  const read = readUnsigned(typed.slice(negative ? 1 : 0), MARKS[language])
  return negative && 'text' in read ? { text: `-${read.text}` } : read
}

function readUnsigned(typed: string, mark: string): ReadNumber {
  if (/^\d+$/.test(typed)) return number(typed)
  if (SCIENTIFIC.test(typed)) return { text: typed }
  const [, whole, between, fraction] = WITH_FRACTION.exec(typed) ?? []
  if (whole !== undefined) {
    const mayBeThousands = between !== mark && /^[1-9]\d{0,2}$/.test(whole) && fraction?.length === 3
    return mayBeThousands ? { fault: 'ambiguous_number' } : number(whole, fraction)
  }
  const [, groups, separator, decimal, rest] = IN_GROUPS.exec(typed) ?? []
  if (groups === undefined || separator === decimal) return { fault: 'number' }
  return number(groups.replaceAll(/\D/g, ''), rest)
}

/** A number as it stands in a form; what is read back is the same, digit by digit. */
export function writeNumber(value: number | string, language: Language): string {
  const text = String(value)
  return text.includes('e') ? text : text.replace('.', MARKS[language])
}

function number(whole: string, fraction?: string): ReadNumber {
  const digits = whole.replace(/^0+(?=\d)/, '') || '0'
  return { text: fraction === undefined ? digits : `${digits}.${fraction}` }
}
