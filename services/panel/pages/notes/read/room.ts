/** Some of a list, and where it goes on. */
export interface Shown<T> {
  readonly items: readonly T[]
  /** place of the first of them, from 0 */
  readonly from: number
  readonly total: number
  /** place of the first that is not shown any more; absent: these are all up to the end */
  readonly next: number | undefined
}

/**
 * As many of a list as there is room for, at least one: a page stays small however long the texts are that people wrote.
 *
 * @param room in characters
 */
export function withinRoom<T>(list: readonly T[], room: number, from = 0): Shown<T> {
  let left = room
  const items: T[] = []
  for (const item of list.slice(from)) {
    left -= JSON.stringify(item).length
    if (left < 0 && items.length > 0) break
    items.push(item)
  }
  const next = from + items.length
  return { items, from, total: list.length, next: next < list.length ? next : undefined }
}
