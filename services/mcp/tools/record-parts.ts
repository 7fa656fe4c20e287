import { bytesIn } from './answer-size.js'

/** A note's record, or what an answer shows of it, by its members' names. */
export type Members = Readonly<Record<string, unknown>>

/** A part of a record that is shown as a whole: a member, or an entry of a list. */
interface Part {
  readonly member: string
  readonly value: unknown
  /** of an entry: its place in the list, from 0; -1: the list is empty */
  readonly at?: number
}

/** How much of a list an answer shows. */
export interface ListShown {
  readonly member: string
  readonly total: number
  /** the place of its first entry here, from 1 */
  readonly from: number
  readonly shown: number
}

/** More entries of a list do not stand in the first answer, which is an overview, unless the whole record is small. */
const MOST_AT_FIRST = 20
const SMALL = 15_000

/** Some of a record. */
export interface SomeParts {
  readonly members: Members
  /** the lists that are not here as a whole */
  readonly lists: readonly ListShown[]
  /** where the next answer begins; undefined: this was all */
  readonly next: number | undefined
}

/**
 * Some parts of a record: at first everything but long lists, of which the beginning; from then on as much of the rest as fits.
 *
 * @param from where to begin: 0, or `next` of the parts before, of the same record
 * @param room so many bytes; a single part is shown in any case
 */
export function partsOf(record: Members, from: number, room: number): SomeParts {
  const { overview, rest } = inOrder(
    record,
    bytesIn(record) <= SMALL ? Number.POSITIVE_INFINITY : MOST_AT_FIRST,
  )
  const all = [...overview, ...rest]
  let left = room
  let next = from
  for (const part of all.slice(from)) {
    left -= bytesIn(part.value) + part.member.length
    const isNextPage = from < overview.length && next === overview.length
    if (next > from && (left < 0 || isNextPage)) break
    next += 1
  }
  const here = all.slice(from, next)
  return {
    members: membersOf(here),
    lists: listsIn(record, here),
    next: next < all.length ? next : undefined,
  }
}

function inOrder(
  record: Members,
  mostAtFirst: number,
): { readonly overview: readonly Part[]; readonly rest: readonly Part[] } {
  const single: Part[] = []
  const first: Part[] = []
  const rest: Part[] = []
  for (const [member, value] of Object.entries(record)) {
    if (value === undefined) continue
    if (!Array.isArray(value)) single.push({ member, value })
    else if (value.length === 0) single.push({ member, value, at: -1 })
    else
      for (const [at, entry] of value.entries())
        (at < mostAtFirst ? first : rest).push({ member, value: entry, at })
  }
  return { overview: [...single, ...first], rest }
}

function membersOf(parts: readonly Part[]): Members {
  const members: Record<string, unknown> = {}
  const lists = new Map<string, unknown[]>()
  for (const { member, value, at } of parts) {
    if (at === undefined || at === -1) {
      members[member] = value
      continue
    }
    const list = lists.get(member) ?? []
    list.push(value)
    lists.set(member, list)
  }
  return { ...members, ...Object.fromEntries(lists) }
}

function listsIn(record: Members, parts: readonly Part[]): readonly ListShown[] {
  const shown = new Map<string, { from: number; count: number }>()
  for (const { member, at = -1 } of parts) {
    if (at === -1) continue
    const list = shown.get(member)
    if (list === undefined) shown.set(member, { from: at + 1, count: 1 })
    else list.count += 1
  }
  return [...shown].flatMap(([member, { from, count }]) => {
    const whole = record[member]
    const total = Array.isArray(whole) ? whole.length : 0
    return count === total ? [] : [{ member, total, from, shown: count }]
  })
}
