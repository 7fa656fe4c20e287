/** How often a second something can be done by so many callers, each of whom waits for his turn to end. */
export async function rate(callers: number, seconds: number, once: () => Promise<void>): Promise<number> {
  const began = performance.now()
  const end = began + seconds * 1000
  let count = 0
  const caller = async (): Promise<void> => {
    while (performance.now() < end) {
      await once()
      count++
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return (count * 1000) / (performance.now() - began)
}
