import type { Listener } from '@ecmr/postgres'
import type { Pool } from 'pg'
import type { EventStore } from '../port.js'

/** Opens the event log in PostgreSQL. The tables must exist, see `migrateEventStore`. */
export async function openPostgresEventStore(_options: {
  readonly url: string
  readonly pool?: { readonly max: number }
  readonly listener?: Listener
  readonly upcast?: boolean
}): Promise<EventStore> {
  throw new Error('not yet')
}

/** Creates or updates the schema `log`. */
export async function migrateEventStore(_pool: Pool): Promise<void> {
  throw new Error('not yet')
}
