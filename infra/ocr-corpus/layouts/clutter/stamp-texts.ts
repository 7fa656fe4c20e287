import type { PaperLanguage } from '../../corpus-page.js'
import type { Chance } from '../../data/chance.js'
import type { Party } from '../../data/party.js'

const received: Readonly<Record<PaperLanguage, readonly string[]>> = {
  es: ['RECIBIDO', 'ENTRADA ALMACÉN', 'MERCANCÍA PENDIENTE DE REVISIÓN'],
  en: ['RECEIVED', 'GOODS INWARD', 'SUBJECT TO CHECKING'],
  fr: ['REÇU LE', 'MARCHANDISE REÇUE', 'SOUS RÉSERVE DE DÉBALLAGE'],
  de: ['EINGEGANGEN', 'WARENEINGANG', 'UNTER VORBEHALT ANGENOMMEN'],
}

/** The stamp of a company. */
export function companyStamp({ name, postalCode, city, phone }: Party, chance: Chance): readonly string[] {
  const all = [name, `${postalCode} ${city}`, ...(chance.happens(0.4) ? [`Tel. ${phone}`] : [])]
  return chance.happens(0.4) ? all.map((text) => text.toUpperCase()) : all
}

/** The stamp of a goods entrance, with the day of its use. */
export function receiptStamp(language: PaperLanguage, date: string, chance: Chance): readonly string[] {
  const [year = '', month = '', day = ''] = date.split('-')
  return [chance.oneOf(received[language]), `${day}.${month}.${year}`]
}
