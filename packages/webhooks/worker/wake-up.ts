/** Lets a loop sleep until something happens. A call that comes while the loop is busy is not lost. */
export interface WakeUp {
  call(): void
  /** Resolves at once when there was a call since the last wait, else with the next one or after the time. */
  wait(longestMs: number): Promise<void>
}

export function wakeUp(): WakeUp {
  let called = false
  let wake: (() => void) | undefined
  return {
    call() {
      called = true
      wake?.()
    },
    async wait(longestMs) {
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
