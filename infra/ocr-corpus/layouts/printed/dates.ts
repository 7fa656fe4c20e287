import type { PaperLanguage } from '../../corpus-page.js'

export const months: Readonly<Record<PaperLanguage, readonly string[]>> = {
  es: 'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(' '),
  en: 'January February March April May June July August September October November December'.split(' '),
  fr: 'janvier février mars avril mai juin juillet août septembre octobre novembre décembre'.split(' '),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(' '),
}

export type DateStyle = 'slashes' | 'dashes' | 'points' | 'short_year' | 'words' | 'iso'

export const dateStyles: Readonly<Record<PaperLanguage, readonly DateStyle[]>> = {
  es: ['slashes', 'slashes', 'dashes', 'points', 'short_year', 'words', 'iso'],
  en: ['slashes', 'dashes', 'points', 'words', 'words', 'iso'],
  fr: ['slashes', 'slashes', 'points', 'short_year', 'words', 'iso'],
  de: ['points', 'points', 'points', 'short_year', 'words', 'iso'],
}

/** A date (YYYY-MM-DD) as people write it, the day before the month. */
export function printedDate(date: string, style: DateStyle, language: PaperLanguage): string {
  const [year = '', month = '', day = ''] = date.split('-')
  switch (style) {
    case 'slashes':
      return `${day}/${month}/${year}`
    case 'dashes':
      return `${day}-${month}-${year}`
    case 'points':
      return `${day}.${month}.${year}`
    case 'short_year':
      return language === 'de' ? `${day}.${month}.${year.slice(2)}` : `${day}/${month}/${year.slice(2)}`
    case 'words':
      return inWords(Number(day), months[language][Number(month) - 1] ?? '', year, language)
    case 'iso':
      return date
    default:
      return style satisfies never
  }
}

function inWords(day: number, month: string, year: string, language: PaperLanguage): string {
  switch (language) {
    case 'es':
      return `${day} de ${month} de ${year}`
    case 'en':
      return `${day} ${month} ${year}`
    case 'fr':
      return `${day === 1 ? '1er' : day} ${month} ${year}`
    case 'de':
      return `${day}. ${month} ${year}`
    default:
      return language satisfies never
  }
}
