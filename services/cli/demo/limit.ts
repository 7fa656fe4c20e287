/** Lets so many promises be pending at once; after one has failed, it passes the failure on to the next caller. */
export function limit(size: number) {
  let free = size
  let failure: { readonly error: unknown } | undefined
  let wake: () => void = () => undefined
  const change = (): Promise<void> =>
    new Promise((resolve) => {
      wake = resolve
    })
  const until = async (enough: () => boolean): Promise<void> => {
    while (!enough() && failure === undefined) await change()
    if (failure !== undefined) throw failure.error
  }
  return {
    /** Waits for a free slot and takes it. */
    async take(): Promise<void> {
      await until(() => free > 0)
      free -= 1
    },
    /** Frees a slot when the work is done. */
    giveBackAfter(promise: Promise<void>): void {
      promise
        .catch((error: unknown) => {
          failure ??= { error }
        })
        .finally(() => {
          free += 1
          wake()
        })
    },
    /** Waits until all slots are free. */
    allBack: (): Promise<void> => until(() => free === size),
  }
}
