import { StoreUnavailable } from '../port.js'

const MOST_AT_ONCE = 256
const MOST_BYTES = 4 * 1024 * 1024
/** What may wait; more is refused, so that a store that answers slowly does not fill the memory. */
const MOST_WAITING = { items: 10_000, bytes: 64 * 1024 * 1024 }
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
 * caller does not wait for others.
 *
 * @param options.handle handles a group and returns one result, or the error that concerns it alone, for each item;
 *   when it throws, the error goes to every item of the group
 * @param options.groups how many groups may be under way at a time
 * @param options.what the items are, in the plural, for the sentence by which further ones are refused
 * @param options.mostWaiting items and bytes that may wait, 10,000 and 64 MB by default; one may always
 * @returns handles one item; rejects with StoreUnavailable when too many wait
 */
export function groupCommit<Item extends { readonly bytes: number }, Result>(options: {
  readonly handle: (group: readonly Item[]) => Promise<readonly (Result | Error)[]>
  readonly groups: number
  readonly what: string
  readonly mostWaiting?: { readonly items: number; readonly bytes: number }
}): (item: Item) => Promise<Result> {
  const { what, mostWaiting = MOST_WAITING } = options
  let waiting: Waiting<Item, Result>[] = []
  let bytesWaiting = 0
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

  function take(count: number): readonly Waiting<Item, Result>[] {
    const taken = waiting.slice(0, count)
    waiting = waiting.slice(count)
    for (const { item } of taken) bytesWaiting -= item.bytes
    return taken
  }

  function isFull(bytes: number): boolean {
    const { length } = waiting
    return length >= mostWaiting.items || (length > 0 && bytesWaiting + bytes > mostWaiting.bytes)
  }

  async function handleNext(): Promise<void> {
    const share = Math.max(WORTH_SPLITTING, Math.ceil(waiting.length / (options.groups - running)))
    const group = take(Math.min(share, groupSize(waiting)))
    if (group.length === 0) return
    running++
    schedule()
    try {
      settle(group, await options.handle(group.map(({ item }) => item)))
    } catch (error) {
      // A store that does not answer would keep those behind waiting as long again, each group in its turn.
      const failed = error instanceof StoreUnavailable ? group.concat(take(waiting.length)) : group
      for (const { reject } of failed) reject(error)
    } finally {
      running--
      schedule()
    }
  }

  return (item) =>
    new Promise((resolve, reject) => {
      if (isFull(item.bytes)) {
        reject(new StoreUnavailable(`too many ${what} wait: ${waiting.length} with ${bytesWaiting} bytes`))
        return
      }
      bytesWaiting += item.bytes
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
