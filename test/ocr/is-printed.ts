import { languages } from '#ocr-corpus'

/** Whether a text holds a value of a field in one of the ways in which people write such values. */
export function isPrinted(field: string, value: unknown, text: string): boolean {
  if (typeof value === 'number') return numberPattern(value).test(text)
  if (Array.isArray(value)) return value.every((each) => isPrinted(field, each, text))
  if (typeof value === 'boolean') return /UN ?\d{4}|ONU|UN[- ]n/i.test(text)
  if (typeof value !== 'string') return false
  if (field.endsWith('_date')) return dateTexts(value).some((each) => holds(text, each))
  if (field.endsWith('_country')) return countryTexts(value).some((each) => holds(text, each))
  if (field === 'cod_currency' || field === 'declared_value_currency') return /EUR|€|GBP|£/.test(text)
  if (field === 'cod_amount' || field === 'declared_value') return numberPattern(Number(value)).test(text)
  return value.split('; ').every((each) => text.includes(each))
}

const holds = (text: string, part: string): boolean => text.toLowerCase().includes(part.toLowerCase())

/** A number with any separators, as long as its digits are right. */
function numberPattern(value: number): RegExp {
  const [whole = '', part = ''] = String(value).split('.')
  const digits = [...whole].reverse().map((digit, at) => (at > 0 && at % 3 === 0 ? `${digit}[., ]?` : digit))
  return new RegExp(`(?<!\\d)${digits.reverse().join('')}(?:[.,]${part}0*)${part === '' ? '?' : ''}(?!\\d)`)
}

function dateTexts(date: string): readonly string[] {
  const [year = '', month = '', day = ''] = date.split('-')
  const inFigures = ['/', '-', '.'].flatMap((between) => [
    [day, month, year].join(between),
    [day, month, year.slice(2)].join(between),
  ])
  const inWords = languages.flatMap((language) => {
    const name = new Intl.DateTimeFormat(language, { month: 'long', timeZone: 'UTC' }).format(new Date(date))
    return ['', '.', 'er', ' de'].flatMap((behind) =>
      ['', ' de'].map((before) => `${Number(day)}${behind} ${name}${before} ${year}`),
    )
  })
  return [date, ...inFigures, ...inWords]
}

const signs: Readonly<Record<string, string>> = {
  ES: 'E',
  FR: 'F',
  DE: 'D',
  IT: 'I',
  PT: 'P',
  BE: 'B',
  AT: 'A',
}

function countryTexts(code: string): readonly string[] {
  const names = [...languages, 'it', 'pt', 'nl'].flatMap(
    (language) => new Intl.DisplayNames(language, { type: 'region' }).of(code) ?? [],
  )
  return [...names, ` ${code}-`, ` - ${code}`, ` ${signs[code]}-`]
}
