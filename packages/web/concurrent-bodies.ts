import type { ServerResponse } from 'node:http'

/** Bounds how many large request bodies are in memory at once. */
export interface ConcurrentBodies {
  /**
   * False when there are too many now. A body that is admitted leaves when its answer was sent or its client has disconnected.
   *
   * @param client the one that must leave room for others, however slowly it sends
   * @param places how many it takes, all or none; one when absent
   */
  enter(response: Pick<ServerResponse, 'once'>, client: string, places?: number): boolean
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
  const taken = new Map<string, number>()
  let all = 0
  return {
    enter(response, client, places = 1) {
      const own = taken.get(client) ?? 0
      if (all + places > max.total || own + places > max.perClient) return false
      all += places
      taken.set(client, own + places)
      response.once('close', () => {
        all -= places
        const left = (taken.get(client) ?? 0) - places
        if (left > 0) taken.set(client, left)
        else taken.delete(client)
      })
      return true
    },
  }
}
