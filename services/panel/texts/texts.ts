import type { Language } from '@ecmr/contract'

/** What a part of the panel says, in both languages; one that lacks a sentence does not compile. */
export type Texts<T> = Readonly<Record<Language, T>>

/**
 * Says the same things in both languages.
 *
 * @example
 * export const texts = inBoth({ title: 'Claves API' }, { title: 'API keys' })
 */
export function inBoth<T>(es: T, en: NoInfer<T>): Texts<T> {
  return { es, en }
}
