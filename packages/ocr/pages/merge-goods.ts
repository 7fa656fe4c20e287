import type { FoundGoods, GoodsLine } from '../fields/goods/goods-line.js'
import type { FoundField } from '../fields/read-form.js'
import type { FoundPage, OnPage } from './found-page.js'

type Line = OnPage<FoundGoods>

const COPIED = 0.8

/** The lines of goods of all pages, one after the other. A page that repeats the lines of one before is a copy, and adds none. */
export function mergedLines(pages: readonly FoundPage[]): readonly Line[] {
  const lines: Line[] = []
  const seen: (readonly string[])[] = []
  for (const { page, form } of pages) {
    const own = form.goods ?? []
    const keys = own.map(({ line }) => JSON.stringify([line.description, line.packages, line.weight_kg]))
    const isCopy = seen.some(
      (before) => keys.filter((key) => before.includes(key)).length >= COPIED * keys.length,
    )
    if (keys.length === 0 || isCopy) continue
    seen.push(keys)
    lines.push(...own.map((goods) => ({ ...goods, page })))
  }
  return lines
}

const amounts = [
  ['goods_packages', 'packages'],
  ['goods_weight_kg', 'weight_kg'],
  ['goods_volume_m3', 'volume_m3'],
] as const
// And how long a note takes each.
const texts = [
  ['goods_description', 5000],
  ['goods_packaging', 200],
  ['goods_marks', 1000],
] as const

// As where lines of one page add up to their total, or do not.
const IF_IT_ADDS_UP = 0.98
const IF_IT_DOES_NOT = 0.8

/**
 * The fields of goods that run over several pages: texts one after the other, equal ones once; of each amount the one that all lines
 * add up to, else the last, which is where totals stand. What is the sum or the only line of its own page alone is no total.
 *
 * @param fields those of all pages of the document
 */
export function mergedGoodsFields(
  fields: readonly OnPage<FoundField>[],
  lines: readonly Line[],
): readonly OnPage<FoundField>[] {
  if (new Set(lines.map(({ page }) => page)).size < 2) return fields
  const total = amounts.flatMap(([name, member]) => totalOf(named(fields, name), lines, member))
  const text = texts.flatMap(([name, longest]) => joined(named(fields, name), longest))
  const replaced: readonly string[] = [...amounts, ...texts].map(([name]) => name)
  return [...fields.filter(({ name }) => !replaced.includes(name)), ...total, ...text]
}

const named = (fields: readonly OnPage<FoundField>[], name: string): readonly OnPage<FoundField>[] =>
  fields.filter((field) => field.name === name && field.value !== null)

type Amount = keyof GoodsLine & ('packages' | 'weight_kg' | 'volume_m3')

function totalOf(
  stated: readonly OnPage<FoundField>[],
  lines: readonly Line[],
  member: Amount,
): readonly OnPage<FoundField>[] {
  const sum = sumOf(lines, member)
  const adding = stated.find(({ value }) => isNear(value, sum, lines.length))
  if (adding && lines.every(({ line }) => line[member] !== undefined))
    return [{ ...adding, confidence: Math.max(adding.confidence, IF_IT_ADDS_UP) }]
  const totals = stated.filter(({ value, page }) => {
    const own = lines.filter((line) => line.page === page)
    return own.length === 0 || !isNear(value, sumOf(own, member), own.length)
  })
  const last = adding ?? totals.at(-1)
  return last === undefined ? [] : [{ ...last, confidence: last.confidence * IF_IT_DOES_NOT }]
}

const sumOf = (lines: readonly Line[], member: Amount): number =>
  lines.reduce((sum, { line }) => sum + (line[member] ?? 0), 0)

const isNear = (value: unknown, sum: number, lines: number): boolean =>
  typeof value === 'number' && Math.abs(value - sum) < 0.0051 * lines

function joined(stated: readonly OnPage<FoundField>[], longest: number): readonly OnPage<FoundField>[] {
  const [first] = stated
  if (first === undefined) return []
  const parts = [...new Set(stated.flatMap(({ value }) => String(value).split('; ')))]
  const value = parts.join('; ')
  if (value.length > longest) return [first]
  return [
    {
      ...first,
      value,
      confidence: Math.min(...stated.map(({ confidence }) => confidence)),
      sourceText: [...new Set(stated.map(({ sourceText }) => sourceText))].join('\n'),
    },
  ]
}
