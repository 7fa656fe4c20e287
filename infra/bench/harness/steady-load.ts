import { setTimeout as delay } from 'node:timers/promises'

/**
 * Sends requests in turn until something has ended: each when it is due, whether the one before was answered or not, so that one
 * that waits does not spare those after it.
 *
 * @param requests one of each kind
 * @param everyMs between one request and the next
 * @returns milliseconds that each took since it was due, for each kind
 */
export async function sendUntil(
  ended: Promise<unknown>,
  requests: readonly (() => Promise<unknown>)[],
  everyMs: number,
): Promise<readonly (readonly number[])[]> {
  const kinds = requests.map((request) => ({ request, times: [] as number[] }))
  const over = new AbortController()
  const isOver = ended.finally(() => over.abort())
  let fault: unknown
  const fail = (error: unknown): void => {
    fault ??= error
    over.abort()
  }
  isOver.catch(fail)
  const sent: Promise<void>[] = []
  const began = performance.now()
  for (let round = 0; !over.signal.aborted; round++)
    for (const [index, { request, times }] of kinds.entries()) {
      const due = began + (round * kinds.length + index) * everyMs
      if (due > performance.now()) await delay(due - performance.now())
      sent.push(request().then(() => void times.push(performance.now() - due), fail))
    }
  await Promise.allSettled([isOver, ...sent])
  if (fault !== undefined) throw fault
  return kinds.map(({ times }) => times)
}
