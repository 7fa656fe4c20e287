/** When more than so many wait, those who came last have their turn first. */
const CROWD = 8

/**
 * Lets no more than so many pieces of work run at a time; the others wait for their turn, first come, first served. Not so
 * in a crowd, such as an attack that keeps others from logging in: requests after it do not wait for it.
 */
export function turns(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot is handed on directly, so that no new request takes it.
      const next = waiting.length > CROWD ? waiting.pop() : waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
