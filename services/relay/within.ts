/** Waits for something, but not longer than this. */
export async function within(milliseconds: number, something: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds)
  })
  await Promise.race([something, over])
  clearTimeout(timer)
}
