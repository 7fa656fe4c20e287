import type { StreamingRead } from '@eventstore/db-client'
import { NoAnswer } from './within.js'

/**
 * Reads a stream of the client to its end.
 *
 * The client gives reads no deadline, and it swallows the error of a call that it cancels itself, which leaves the
 * reader waiting for ever. Hence the timer, which starts anew with every item, and the signal.
 *
 * @param options.closed aborts when the client is closed
 * @throws NoAnswer when nothing comes for so long; the client's error
 */
export async function collect<Item>(
  stream: StreamingRead<Item>,
  options: { readonly timeoutMs: number; readonly closed: AbortSignal },
): Promise<readonly Item[]> {
  const { timeoutMs, closed } = options
  // The client reports errors even after it was told that nobody reads on.
  stream.on('error', () => undefined)
  const giveUp = (): void => void stream.destroy(new NoAnswer(timeoutMs))
  const timer = setTimeout(giveUp, timeoutMs)
  closed.addEventListener('abort', giveUp, { once: true })
  if (closed.aborted) giveUp()
  const items: Item[] = []
  try {
    for await (const item of stream) {
      items.push(item)
      timer.refresh()
    }
    return items
  } catch (error) {
    void stream.cancel().catch(() => undefined)
    throw error
  } finally {
    clearTimeout(timer)
    closed.removeEventListener('abort', giveUp)
  }
}
