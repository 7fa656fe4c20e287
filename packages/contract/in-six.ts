import { type DocumentLanguage, documentLanguages } from '@ecmr/domain'

/** The same in the six languages of documents and of public tracking. */
export type InSix<T = string> = readonly [es: T, en: T, fr: T, de: T, pt: T, it: T]

/** A table with a text for each key in each of the six languages; one that lacks a key does not compile. */
export type SixTable<Key extends string, T = string> = Readonly<Record<Key, InSix<T>>>

type Said<Table> = Readonly<
  Record<DocumentLanguage, { readonly [Key in keyof Table]: Table[Key] extends InSix<infer T> ? T : never }>
>

/**
 * A table of texts, each in six languages, as what is said in each language.
 *
 * @example
 * const { annex } = inSix({ annex: ['Anexo', 'Annex', 'Annexe', 'Anhang', 'Anexo', 'Allegato'] }).fr
 */
export function inSix<Table extends Readonly<Record<string, InSix<unknown>>>>(table: Table): Said<Table>
export function inSix(table: Readonly<Record<string, InSix<unknown>>>): unknown {
  const entries = Object.entries(table)
  return Object.fromEntries(
    documentLanguages.map((language, i) => [
      language,
      Object.fromEntries(entries.map(([key, texts]) => [key, texts[i]])),
    ]),
  )
}
