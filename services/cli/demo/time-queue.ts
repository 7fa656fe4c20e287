interface Timed {
  readonly at: number
}

/** Things that are due at some time, earliest first (a binary heap). */
export interface TimeQueue<T extends Timed> {
  add(item: T): void
  /** Takes the earliest, if it is due at `now` or before. */
  takeDue(now: number): T | undefined
}

export function timeQueue<T extends Timed>(): TimeQueue<T> {
  const heap: T[] = []
  const at = (index: number): number => heap[index]?.at ?? Number.POSITIVE_INFINITY

  function swap(a: number, b: number): void {
    const [itemA, itemB] = [heap[a], heap[b]]
    if (itemA === undefined || itemB === undefined) return
    heap[a] = itemB
    heap[b] = itemA
  }

  function rise(index: number): void {
    const parent = (index - 1) >> 1
    if (index === 0 || at(parent) <= at(index)) return
    swap(index, parent)
    rise(parent)
  }

  function sink(index: number): void {
    const left = 2 * index + 1
    const earlier = at(left) <= at(left + 1) ? left : left + 1
    if (at(index) <= at(earlier)) return
    swap(index, earlier)
    sink(earlier)
  }

  return {
    add(item) {
      heap.push(item)
      rise(heap.length - 1)
    },
    takeDue(now) {
      if (at(0) > now) return undefined
      swap(0, heap.length - 1)
      const earliest = heap.pop()
      sink(0)
      return earliest
    },
  }
}
