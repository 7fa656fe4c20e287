import { setTimeout as delay } from 'node:timers/promises'

/** Does a thing again and again, with pauses, until the signal aborts. A failure is told and does not end it. */
export async function repeat(
  action: () => Promise<void>,
  options: { readonly everyMs: number; readonly signal: AbortSignal; onError(error: unknown): void },
): Promise<void> {
  const { everyMs, signal, onError } = options
  while (!signal.aborted) {
    await delay(everyMs, undefined, { signal }).catch(() => undefined)
    if (!signal.aborted) await action().catch(onError)
  }
}
