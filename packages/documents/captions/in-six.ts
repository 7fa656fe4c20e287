import { type DocumentLanguage, documentLanguages } from '@ecmr/domain'

/** The same words in the six languages of documents. */
export type InSix = readonly [es: string, en: string, fr: string, de: string, pt: string, it: string]

type Said<Key extends string> = Readonly<Record<DocumentLanguage, Readonly<Record<Key, string>>>>

/**
 * A table of words, each in six languages, as what is said in each language.
 *
 * @example
 * const { annex } = inSix({ annex: ['Anexo', 'Annex', 'Annexe', 'Anhang', 'Anexo', 'Allegato'] }).fr
 */
export function inSix<const Table extends Readonly<Record<string, InSix>>>(
  table: Table,
): Said<Extract<keyof Table, string>>
export function inSix(table: Readonly<Record<string, InSix>>): unknown {
  const entries = Object.entries(table)
  return Object.fromEntries(
    documentLanguages.map((language, i) => [
      language,
      Object.fromEntries(entries.map(([key, words]) => [key, words[i]])),
    ]),
  )
}

/** What stands above a value: in the document's language and, beside it, in English. */
export interface Caption {
  readonly local: string
  /** empty in an English document */
  readonly english: string
}

/** A word of a table as a caption. */
export function captionOf<Key extends string>(
  table: Said<Key>,
  key: NoInfer<Key>,
  language: DocumentLanguage,
): Caption {
  return { local: table[language][key], english: language === 'en' ? '' : table.en[key] }
}
