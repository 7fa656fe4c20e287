import { differAtMost, plainLetters } from '../fields/values/letters.js'
import { type DocumentType, isConsignmentNote } from '../port.js'
import type { FoundPage } from './found-page.js'

/** Why a page is not part of the document that the others make. */
export type Apart =
  /** another note */
  | { readonly why: 'another_document' }
  /** no note, but such a paper */
  | { readonly why: 'another_paper'; readonly type: DocumentType }
  /** nothing on it that a note says */
  | { readonly why: 'nothing' }

// What tells one note from another, and how much it counts.
const identity = [
  ['reference', 2],
  ['sender_company_name', 1],
  ['receiver_company_name', 1],
  ['sender_tax_id', 1],
  ['receiver_tax_id', 1],
  ['carrier_company_name', 1],
] as const

/** The page that the others are compared with: the first that is a note, else the first that says anything. */
export function leadingPage(pages: readonly FoundPage[]): FoundPage | undefined {
  const says = pages.filter(({ form }) => form.fields.length > 0)
  return says.find(({ form }) => isConsignmentNote(form.documentType)) ?? says[0] ?? pages[0]
}

/**
 * Why a page is not of the same document as others; undefined: it is. Pages belong together that number themselves one after the other,
 * or name the same parties and the same reference; a page that names none, as further pages of goods do, belongs to what stands
 * before it, unless it has a title of its own or is some other paper.
 *
 * @param others pages of that document, the leading one first
 */
export function whyApart(page: FoundPage, others: readonly FoundPage[]): Apart | undefined {
  const { form, marks, rawText } = page
  const goods = form.goods?.length ?? 0
  if (rawText.trim() === '' || (form.fields.length === 0 && goods === 0)) return { why: 'nothing' }
  const [leading] = others
  if (leading === undefined) return undefined
  const continues = others.some((other) => followsOn(page, other))
  const type = form.documentType
  const isOther = !isConsignmentNote(type) && type !== 'unknown' && type !== leading.form.documentType
  if (isOther && !continues) return { why: 'another_paper', type }
  const titles = [marks.title, leading.marks.title]
  if (!continues && titles.every((title) => title !== null) && titles[0] !== titles[1])
    return { why: 'another_document' }
  const { agreeing, differing } = compared(page, others)
  const startsAnew = marks.number?.page === 1 && others.some((other) => (other.marks.number?.page ?? 1) === 1)
  const against = differing + (startsAnew && agreeing === 0 ? 1 : 0)
  return against > agreeing + (continues ? 2 : 0) ? { why: 'another_document' } : undefined
}

function followsOn({ marks: { number } }: FoundPage, { marks }: FoundPage): boolean {
  const before = marks.number
  return number !== null && before !== null && number.of === before.of && number.page !== before.page
}

function compared(
  page: FoundPage,
  others: readonly FoundPage[],
): { readonly agreeing: number; readonly differing: number } {
  let [agreeing, differing] = [0, 0]
  for (const [name, weight] of identity) {
    const own = statedBy(page, name)
    const stated = others.flatMap((other) => statedBy(other, name) ?? [])
    if (own === undefined || stated.length === 0) continue
    if (stated.some((value) => areAlike(own, value))) agreeing += weight
    else differing += weight
  }
  return { agreeing, differing }
}

const SURE = 0.5

function statedBy({ form }: FoundPage, name: (typeof identity)[number][0]): string | undefined {
  const field = form.fields.find((each) => each.name === name && each.confidence >= SURE)
  return typeof field?.value === 'string' ? field.value : undefined
}

const LONG = 6

/** Whether two texts may be one, read twice: letters taken for others, or one of them cut off. */
export function areAlike(one: string, other: string): boolean {
  const [a, b] = [plainLetters(one), plainLetters(other)].map((text) => text.replaceAll(' ', ''))
  if (a === undefined || b === undefined) return false
  if (a === b) return true
  const shorter = Math.min(a.length, b.length)
  // Codes that differ in one sign are two codes.
  if (shorter < LONG || /\d/.test(a + b)) return false
  return a.startsWith(b) || b.startsWith(a) || differAtMost(a, b, Math.floor(shorter / 6))
}
