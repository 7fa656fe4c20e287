import { LOG_CATEGORIES } from '../categories.js'
import type { EventStore } from '../port.js'

/**
 * Opens the event log in EventStoreDB.
 *
 * One client per process: a transport error rejects every append that is under way in it.
 *
 * @param options.url connection string: TLS, several hosts and credentials as EventStoreDB's documentation describes
 * @param options.upcast whether events come in today's shape (default) or as they were recorded
 * @param options.timeoutMs how long the server may take over one call, 5 s by default
 * @param options.categories whose streams are ours
 */
export async function openEventStoreDb(options: {
  readonly url: string
  readonly upcast?: boolean
  readonly timeoutMs?: number
  readonly categories?: readonly string[]
}): Promise<EventStore> {
  const { categories = LOG_CATEGORIES } = options
  throw new Error(`not there yet: ${categories}`)
}
