import type { Language } from './language.js'

/** What is said to people, in both languages; one that lacks a sentence does not compile. */
export type Texts<T> = Readonly<Record<Language, T>>

/** Says the same thing in both languages. */
export function inBoth<T>(es: T, en: NoInfer<T>): Texts<T> {
  return { es, en }
}

type Pair<T> = readonly [es: T, en: T]
interface Tree {
  readonly [key: string]: Pair<unknown> | Tree
}
type Said<T> = {
  readonly [Key in keyof T]: T[Key] extends readonly [infer Es, infer En] ? Es | En : Said<T[Key]>
}

/** A table with a text for each key; one that lacks a key does not compile. */
export type TextTable<Key extends string, T = string> = Readonly<Record<Key, Pair<T>>>

/**
 * A table of texts, each in Spanish and English, as what is said in each language.
 *
 * @example
 * const { title } = textTable({ title: ['Claves API', 'API keys'] }).en
 */
export function textTable<Table extends Tree>(table: Table): Texts<Said<Table>>
export function textTable(table: Tree): Texts<unknown> {
  return { es: said(table, 0), en: said(table, 1) }
}

function said(tree: Tree, side: 0 | 1): unknown {
  const entries = Object.entries(tree).map(([key, value]) => [
    key,
    isPair(value) ? value[side] : said(value, side),
  ])
  return Object.fromEntries(entries)
}

function isPair(value: Pair<unknown> | Tree): value is Pair<unknown> {
  return Array.isArray(value)
}
