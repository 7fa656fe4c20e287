import type { ServerResponse } from 'node:http'

/** Bounds how many large request bodies are in memory at once. */
export interface ConcurrentBodies {
  /**
   * False when there are too many now. A body that is admitted leaves when its answer was sent or its client has disconnected.
   *
   * @param client the one that must leave room for others, however slowly it sends
   */
  enter(response: Pick<ServerResponse, 'once'>, client: string): boolean
}

/**
 * Starts with none.
 *
 * @param max how many at once, in total and of each client
 * @example
 * const photographs = concurrentBodies({ total: 4, perClient: 2 })
 * if (!photographs.enter(response, companyId)) throw tooMany()
 */
export function concurrentBodies(max: {
  readonly total: number
  readonly perClient: number
}): ConcurrentBodies {
  const inside: string[] = []
  return {
    enter(response, client) {
      const own = inside.filter((each) => each === client)
      if (inside.length >= max.total || own.length >= max.perClient) return false
      inside.push(client)
      response.once('close', () => void inside.splice(inside.indexOf(client), 1))
      return true
    },
  }
}
