/** So many commands wait for their turn at one note, and no longer than this: about as long as a client does. */
const LIMITS = { waiting: 100, patienceMs: 5_000 } as const

/** Runs what has its turn; `undefined` when too much was waiting, or for too long, and nothing was run. */
export type Turns = <Result>(id: string, action: () => Promise<Result>) => Promise<Result | undefined>

/**
 * Lets what is done to one note by this process wait for each other, first come, first served. What is done to other notes
 * never waits for it.
 */
export function turnsByNote(limits: { readonly [Name in keyof typeof LIMITS]: number } = LIMITS): Turns {
  const notes = new Map<string, (() => void)[]>()

  /** Resolves with whether the turn has come. */
  async function turnAt(id: string): Promise<boolean> {
    const waiting = notes.get(id)
    if (waiting === undefined) {
      notes.set(id, [])
      return true
    }
    if (waiting.length >= limits.waiting) return false
    return new Promise((resolve) => {
      const begin = (): void => {
        clearTimeout(patience)
        resolve(true)
      }
      const patience = setTimeout(() => {
        waiting.splice(waiting.indexOf(begin), 1)
        resolve(false)
      }, limits.patienceMs)
      waiting.push(begin)
    })
  }

  return async (id, action) => {
    if (!(await turnAt(id))) return undefined
    try {
      return await action()
    } finally {
      const next = notes.get(id)?.shift()
      if (next) next()
      else notes.delete(id)
    }
  }
}
