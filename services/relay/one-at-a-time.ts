/** Runs tasks of different streams side by side, and those of one stream one after the other, in the order given. */
export function oneAtATime(): (stream: string, task: () => Promise<void>) => Promise<void> {
  const newest = new Map<string, Promise<void>>()
  return async (stream, task) => {
    const running = (newest.get(stream) ?? Promise.resolve()).then(task)
    newest.set(stream, running)
    await running
    if (newest.get(stream) === running) newest.delete(stream)
  }
}
