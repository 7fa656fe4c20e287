import { StoreUnavailable } from '../port.js'

const MOST_AT_ONCE = 256
const MOST_BYTES = 4 * 1024 * 1024
/** Below this, one larger group costs less than two that overlap. */
const WORTH_SPLITTING = 16

interface Waiting<Item, Result> {
  readonly item: Item
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

/**
 * Handles items in groups: those that come while earlier groups are under way go together in the next one. One round
 * trip, and for appends one commit and one flush to disk ("group commit"), then serves many callers, and a single
 * caller waits for nobody.
 *
 * @param options.handle handles a group and returns one result, or the error that concerns it alone, for each item;
 *   when it throws, the error goes to every item of the group
 * @param options.groups how many groups may be under way at a time
 */
export function inGroups<Item extends { readonly bytes: number }, Result>(options: {
  readonly handle: (group: readonly Item[]) => Promise<readonly (Result | Error)[]>
  readonly groups: number
}): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let running = 0
  let scheduled = false

  function schedule(): void {
    if (scheduled || running >= options.groups || waiting.length === 0) return
    scheduled = true
    // Callers that a finished group has just answered get their next item into this one.
    setImmediate(() => {
      scheduled = false
      void handleNext()
    })
  }

  async function handleNext(): Promise<void> {
    const share = Math.max(WORTH_SPLITTING, Math.ceil(waiting.length / (options.groups - running)))
    const group = waiting.splice(0, Math.min(share, groupSize(waiting)))
    if (group.length === 0) return
    running++
    schedule()
    try {
      settle(group, await options.handle(group.map(({ item }) => item)))
    } catch (error) {
      // A store that does not answer would keep those behind waiting as long again, each group in its turn.
      const failed = error instanceof StoreUnavailable ? group.concat(waiting.splice(0)) : group
      for (const { reject } of failed) reject(error)
    } finally {
      running--
      schedule()
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      schedule()
    })
}

function groupSize(waiting: readonly Waiting<{ readonly bytes: number }, never>[]): number {
  let bytes = 0
  const fit = waiting.findIndex(({ item }, index) => {
    bytes += item.bytes
    return index === MOST_AT_ONCE || (index > 0 && bytes > MOST_BYTES)
  })
  return fit === -1 ? waiting.length : fit
}

function settle<Item, Result>(
  group: readonly Waiting<Item, Result>[],
  results: readonly (Result | Error)[],
): void {
  group.forEach(({ resolve, reject }, index) => {
    const result = results[index]
    if (result === undefined || result instanceof Error)
      reject(result ?? new Error('a group answered for fewer items than it had'))
    else resolve(result)
  })
}
