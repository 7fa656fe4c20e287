import { OutcomeUnknown, StoreUnavailable } from '@ecmr/event-store'
import { isDatabaseAway } from '@ecmr/postgres'

/** So many of a batch are worked on at the same time: a batch must leave connections to everyone else. */
const AT_ONCE = 4

/** What was not done of a batch. */
export type Undone =
  /** as the work throws it */
  | { readonly outcome: 'failed'; readonly error: unknown }
  /** not begun, since another one found the event log or the database away */
  | { readonly outcome: 'not_tried' }

/**
 * Works on each of a batch by itself, a few at a time: what becomes of one says nothing about the others.
 *
 * @returns what became of each, in their order
 */
export async function eachOf<Item, Done>(
  items: readonly Item[],
  work: (item: Item) => Promise<Done>,
): Promise<readonly (Done | Undone)[]> {
  const results: (Done | Undone)[] = items.map(() => ({ outcome: 'not_tried' }))
  const waiting = items.entries()
  let isAway = false
  const worker = async (): Promise<void> => {
    for (const [place, item] of waiting) {
      if (isAway) return
      try {
        results[place] = await work(item)
      } catch (error) {
        results[place] = { outcome: 'failed', error }
        isAway ||= saysThatItIsAway(error)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}

function saysThatItIsAway(error: unknown): boolean {
  return error instanceof StoreUnavailable || error instanceof OutcomeUnknown || isDatabaseAway(error)
}
