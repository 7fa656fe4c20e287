import type { EcmrRecord } from '@ecmr/contract'
import type { DocumentLanguage } from '@ecmr/documents'
import { ecmrFields, fieldNames } from '@ecmr/domain'
import type { TSchema } from '@sinclair/typebox'

/** A value of a record as it must stand in the text of a document. */
export interface Shown {
  readonly member: string
  readonly as: string | RegExp
}

const LEFT_OUT = /(_email|_phone|_contact_name)$|^driver_name$|^company_id$/

const isLeftOut = (name: string): boolean => LEFT_OUT.test(name)

/** A record as a document attaches it: `document` is what it is itself, and no party has seen `metadata`. */
export function withoutPersonalData({ document: _, metadata: __, ...record }: EcmrRecord): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => !isLeftOut(name)))
}

/** The values of a record that stand nowhere in its document. */
export function personalValues(record: EcmrRecord): readonly string[] {
  return fieldNames.filter(isLeftOut).flatMap((name) => (name in record ? String(record[name]) : []))
}

/** The other values of a record, as people of a language read them. */
export function shownValues(record: EcmrRecord, language: DocumentLanguage): readonly Shown[] {
  const { ecmr_number, cancel_reason, unsigned_reason, taken_over_at, delivered_at } = record
  const steps = { ecmr_number, cancel_reason, unsigned_reason, ...inMadrid({ taken_over_at, delivered_at }) }
  const signatures = record.signatures.map(({ signer_name, signer_tax_id, place, remarks, signed_at }) => ({
    ...{ signer_name, signer_tax_id, place, remarks },
    ...inMadrid({ signed_at }),
  }))
  const reservations = record.reservations.map(({ grounds, recorded_at }) => ({
    grounds,
    ...inMadrid({ recorded_at }),
  }))
  return [
    ...fieldNames
      .filter((name) => !isLeftOut(name))
      .flatMap((member) => shown(ecmrFields[member], record[member], language).map((as) => ({ member, as }))),
    ...[steps, ...signatures, ...reservations]
      .flatMap((stated) => Object.entries(stated))
      .flatMap(([member, as]) => (as === undefined ? [] : { member, as })),
  ]
}

// What every person of a language would write, by other means than the documents are made with.
const locales = { es: 'es-ES', en: 'en-GB', fr: 'fr-FR', de: 'de-DE', pt: 'pt-PT', it: 'it-IT' } as const
const answers = {
  es: ['no', 'sí'],
  en: ['no', 'yes'],
  fr: ['non', 'oui'],
  de: ['nein', 'ja'],
  pt: ['não', 'sim'],
  it: ['no', 'sì'],
} as const

function shown(schema: TSchema, value: unknown, language: DocumentLanguage): readonly Shown['as'][] {
  if (value === undefined) return []
  if (Array.isArray(value)) return value.flatMap((item) => shown(schema.items, item, language))
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, member]) => shown(schema.properties[name], member, language))
  if (typeof value === 'boolean') return [wordOf(answers[language][Number(value)] ?? '')]
  if (typeof value === 'number' || schema.format === 'decimal') return [number(String(value), language)]
  if (schema.format === 'date') return [dateOf(String(value), language)]
  if (schema.format === 'country') return [`(${value})`]
  // Who pays a charge is said by the column, and what carriage it is in the language.
  if (value === 'sender' || value === 'receiver') return []
  if (value === 'national' || value === 'international')
    return [value === 'national' ? /(?<!\p{L})na[ctz]ion/iu : /interna[tcz]/iu]
  return [String(value)]
}

const wordOf = (word: string): RegExp => new RegExp(`(?<!\\p{L})${word}(?!\\p{L})`, 'iu')

function number(digits: string, language: DocumentLanguage): string {
  const decimals = digits.split('.')[1]?.length ?? 0
  const format = new Intl.NumberFormat(locales[language], {
    useGrouping: 'always',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  })
  return format.format(Number(digits))
}

function dateOf(day: string, language: DocumentLanguage): string | RegExp {
  const date = new Date(day)
  const written = new Intl.DateTimeFormat(locales[language], { dateStyle: 'long', timeZone: 'UTC' }).format(
    date,
  )
  // Some versions of Node write "1 janvier".
  return language === 'fr' ? new RegExp(written.replace(/^1(er)? /, '1er ').replaceAll(' ', '\\s+')) : written
}

function inMadrid(instants: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  const style = { dateStyle: 'short', timeStyle: 'medium', timeZone: 'Europe/Madrid' } as const
  const { format } = new Intl.DateTimeFormat('sv-SE', style)
  return Object.fromEntries(
    Object.entries(instants).flatMap(([name, instant]) =>
      instant ? [[name, format(new Date(instant))]] : [],
    ),
  )
}
