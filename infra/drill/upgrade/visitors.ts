import { setTimeout as delay } from 'node:timers/promises'
import type { Refusal } from '../customers.js'

const EVERY_MS = 200

/** Looks at one page of each server again and again. Returns what ends it. */
export function startVisitors(
  pages: readonly string[],
  onRefusal: (refusal: Refusal) => void,
): () => Promise<void> {
  const closing = new AbortController()
  const { signal } = closing
  async function visit(page: string): Promise<void> {
    while (!signal.aborted) {
      const began = performance.now()
      const answer = await fetch(page).catch(() => undefined)
      await answer?.arrayBuffer().catch(() => undefined)
      if (answer === undefined || answer.status > 499)
        onRefusal({ url: new URL(page).origin, status: answer?.status, began })
      await delay(EVERY_MS, undefined, { signal }).catch(() => undefined)
    }
  }
  const visiting = pages.map(visit)
  return async () => {
    closing.abort()
    await Promise.all(visiting)
  }
}
