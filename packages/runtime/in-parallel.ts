/** Works on what a generator yields, some at once. The first fault ends the generator, and with it all of the work. */
export async function inParallel<Item>(
  items: AsyncGenerator<Item>,
  workers: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const worker = async (): Promise<void> => {
    // A generator is its own iterator: all workers take from the same one, and the one that fails closes it.
    for await (const item of items) await work(item)
  }
  // What was begun has ended before a fault is passed on.
  const ends = await Promise.allSettled(Array.from({ length: workers }, worker))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}
