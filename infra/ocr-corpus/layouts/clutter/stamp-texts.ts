import type { PaperLanguage } from '../../corpus-page.js'
import type { Chance } from '../../data/chance.js'
import type { Party } from '../../data/party.js'
import { wordsFor } from '../../data/tables.js'

/** The stamp of a company. */
export function companyStamp({ name, postalCode, city, phone }: Party, chance: Chance): readonly string[] {
  const all = [name, `${postalCode} ${city}`, ...(chance.happens(0.4) ? [`Tel. ${phone}`] : [])]
  return chance.happens(0.4) ? all.map((text) => text.toUpperCase()) : all
}

/** The stamp of a goods entrance, with the day of its use. */
export function receiptStamp(language: PaperLanguage, date: string, chance: Chance): readonly string[] {
  const [year = '', month = '', day = ''] = date.split('-')
  return [chance.oneOf(wordsFor('text.stamp')[language]), `${day}.${month}.${year}`]
}
