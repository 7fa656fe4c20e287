interface Timed {
  readonly at: number
}

interface Entry<T> {
  readonly item: T
  readonly nth: number
}

/** Things that are due at some time, earliest first, and in the order in which they came (a binary heap). */
export function timeQueue<T extends Timed>() {
  const heap: Entry<T>[] = []
  let added = 0

  /** Whether what stands at one place comes before what stands at another; nothing comes before what is not there. */
  function isBefore(a: number, b: number): boolean {
    const [one, other] = [heap[a], heap[b]]
    if (one === undefined || other === undefined) return one !== undefined
    return one.item.at < other.item.at || (one.item.at === other.item.at && one.nth < other.nth)
  }

  function swap(a: number, b: number): void {
    const [entryA, entryB] = [heap[a], heap[b]]
    if (entryA === undefined || entryB === undefined) return
    heap[a] = entryB
    heap[b] = entryA
  }

  function rise(index: number): void {
    const parent = (index - 1) >> 1
    if (index === 0 || !isBefore(index, parent)) return
    swap(index, parent)
    rise(parent)
  }

  function sink(index: number): void {
    const left = 2 * index + 1
    const earlier = isBefore(left + 1, left) ? left + 1 : left
    if (!isBefore(earlier, index)) return
    swap(index, earlier)
    sink(earlier)
  }

  return {
    add(item: T): void {
      heap.push({ item, nth: added })
      added += 1
      rise(heap.length - 1)
    },
    /** Takes the earliest, if it is due at `now` or before. */
    takeDue(now: number): T | undefined {
      const first = heap[0]
      if (first === undefined || first.item.at > now) return undefined
      swap(0, heap.length - 1)
      heap.pop()
      sink(0)
      return first.item
    },
  }
}
