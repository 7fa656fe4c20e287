import { withTimeout } from '@ecmr/runtime'
import type { StreamingRead } from '@eventstore/db-client'

/** The server took longer over a call than it may. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  constructor(readonly milliseconds: number) {
    super(`no answer within ${milliseconds} ms`)
  }
}

/** @throws NoAnswer when the time is over; what comes later is ignored */
export function answered<Answer>(milliseconds: number, answer: Promise<Answer>): Promise<Answer> {
  return withTimeout(milliseconds, answer, () => new NoAnswer(milliseconds))
}

/** What was read of a stream. */
interface Collected<Item> {
  readonly items: readonly Item[]
  /** the stream ended by itself */
  readonly isWhole: boolean
}

/**
 * Reads a stream of the client to its end, or until it is enough.
 *
 * The client gives reads no deadline, and it swallows the error of a call that it cancels itself, which leaves the
 * reader waiting indefinitely. Hence the timer, which starts anew with every item, and the signal.
 *
 * @param options.closed aborts when the client is closed
 * @param options.bytes what the items may take together, by `sizeOf`; the first two may take more: a page can
 *   begin with the event at which the last one ended
 * @throws NoAnswer when nothing comes for so long; the client's error
 */
export async function collect<Item>(
  stream: StreamingRead<Item>,
  options: {
    readonly timeoutMs: number
    readonly closed: AbortSignal
    readonly bytes: number
    readonly sizeOf: (item: Item) => number
  },
): Promise<Collected<Item>> {
  const { timeoutMs, closed, bytes, sizeOf } = options
  // The client reports errors even after the read was cancelled.
  stream.on('error', () => undefined)
  const giveUp = (): void => void stream.destroy(new NoAnswer(timeoutMs))
  const timer = setTimeout(giveUp, timeoutMs)
  closed.addEventListener('abort', giveUp, { once: true })
  if (closed.aborted) giveUp()
  const items: Item[] = []
  let size = 0
  try {
    for await (const item of stream) {
      size += sizeOf(item)
      if (items.length > 1 && size > bytes) {
        void stream.cancel().catch(() => undefined)
        return { items, isWhole: false }
      }
      items.push(item)
      timer.refresh()
    }
    return { items, isWhole: true }
  } catch (error) {
    void stream.cancel().catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
    closed.removeEventListener('abort', giveUp)
  }
}
