import type { ServerResponse } from 'node:http'

/** Bounds how many big bodies are in memory at once. */
export interface BigBodies {
  /**
   * False when there are too many now. One that got in leaves when its answer has been sent, or nobody waits for it any more.
   *
   * @param whose somebody who, however slowly he sends, is to leave room for others
   */
  enter(response: Pick<ServerResponse, 'once'>, whose: string): boolean
}

/**
 * Starts with none.
 *
 * @param most how many at once, of all and of each
 * @example
 * const photographs = bigBodies({ ofAll: 4, ofOne: 2 })
 * if (!photographs.enter(response, companyId)) throw tooMany()
 */
export function bigBodies(most: { readonly ofAll: number; readonly ofOne: number }): BigBodies {
  const inside: string[] = []
  return {
    enter(response, whose) {
      const own = inside.filter((each) => each === whose)
      if (inside.length >= most.ofAll || own.length >= most.ofOne) return false
      inside.push(whose)
      response.once('close', () => void inside.splice(inside.indexOf(whose), 1))
      return true
    },
  }
}
