import type { Listener } from '@ecmr/postgres'
import { openEventStoreDb } from './eventstoredb/open.js'
import type { OnReadProblem } from './log-reading.js'
import type { EventStore } from './port.js'
import { openPostgresEventStore } from './postgres/open.js'

/** Which product keeps the event log, and how it is reached. */
export type EventStoreLocation =
  | {
      readonly kind: 'postgres'
      readonly url: string
      readonly listener?: Listener
      readonly pool?: { readonly max: number }
    }
  | {
      readonly kind: 'eventstoredb'
      /** connection string: `esdb://user:password@host:2113?tls=false`; several hosts, `esdb+discover:` and TLS too */
      readonly url: string
    }

/**
 * How long backups and tools let the store take over one call, milliseconds: no request waits for them, and a statement
 * that a busy disk holds up must not end the work of minutes.
 */
export const UNHURRIED_MS = 60_000

/**
 * Opens the event log wherever it is. Nothing is connected before it is needed; in PostgreSQL the tables must exist, see
 * `migrateEventStore`.
 *
 * @param options.onProblem gets at every try why the log cannot be followed or read at the moment, and undefined when
 *   that is over
 * @param options.timeoutMs how long the store may take over one call, milliseconds: 5 s by default
 */
export async function openEventStore(
  location: EventStoreLocation,
  options: { readonly onProblem?: OnReadProblem; readonly timeoutMs?: number } = {},
): Promise<EventStore> {
  switch (location.kind) {
    case 'postgres':
      return openPostgresEventStore({ ...location, ...options })
    case 'eventstoredb':
      return openEventStoreDb({ ...location, ...options })
    default:
      return location satisfies never
  }
}
