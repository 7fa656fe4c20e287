import type { EventStore } from '../port.js'
import type { EventStoreDbOptions } from './adapter.js'

export type { EventStoreDbOptions }

/**
 * Opens the event log in EventStoreDB. Nothing is connected before it is needed.
 *
 * One client per process: a transport error rejects every append that is under way in it.
 *
 * @param options.url connection string: TLS, several hosts and credentials as EventStoreDB's documentation describes
 * @param options.timeoutMs how long the server may take over one call, 5 s by default; `defaultDeadline` of the connection
 *   string, which the operator wrote, takes precedence
 * @param options.categories whose streams are ours
 * @param options.onProblem gets, in a sentence for the operator, why a follower lost its subscription; it is resumed, and
 *   with undefined when all are
 * @throws WrongConnectionString
 */
export async function openEventStoreDb(options: EventStoreDbOptions): Promise<EventStore> {
  // Its client depends on gRPC, 25 MB, which is loaded only where the log is kept in EventStoreDB.
  const { eventStoreDb } = await import('./adapter.js')
  return eventStoreDb(options)
}
