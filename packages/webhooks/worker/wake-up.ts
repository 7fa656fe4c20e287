import { sleep } from '@ecmr/runtime'

/**
 * Lets a loop sleep until something happens. A call that comes while the loop is busy is not lost: `wait` then resolves at
 * once, else with the next call or after the time.
 */
export function wakeUp() {
  let called = false
  let wake: (() => void) | undefined
  return {
    call(): void {
      called = true
      wake?.()
    },
    async wait(longestMs: number): Promise<void> {
      if (!called) {
        let timer: NodeJS.Timeout | undefined
        await new Promise<void>((resolve) => {
          wake = resolve
          timer = setTimeout(resolve, longestMs)
        })
        clearTimeout(timer)
        wake = undefined
      }
      called = false
    },
  }
}

/** Repeats an action until the signal aborts; a failure is reported and does not end it. */
export async function repeat(
  action: () => Promise<void>,
  options: { readonly everyMs: number; readonly signal: AbortSignal; onError(error: unknown): void },
): Promise<void> {
  const { everyMs, signal, onError } = options
  while (await sleep(everyMs, signal)) await action().catch(onError)
}
