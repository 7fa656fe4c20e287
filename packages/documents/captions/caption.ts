import type { DocumentLanguage } from '@ecmr/domain'

/** What stands above a value: in the document's language and, beside it, in English. */
export interface Caption {
  readonly local: string
  /** empty in an English document */
  readonly english: string
}

/** A word of a table as a caption. */
export function captionOf<Key extends string>(
  table: Readonly<Record<DocumentLanguage, Readonly<Record<Key, string>>>>,
  key: NoInfer<Key>,
  language: DocumentLanguage,
): Caption {
  return { local: table[language][key], english: language === 'en' ? '' : table.en[key] }
}
