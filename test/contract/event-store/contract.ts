import type { EventStore } from '@ecmr/event-store'
import type { Test } from 'tap'
import { appending } from './appending.js'
import { concurrency } from './concurrency.js'
import { content } from './content.js'
import { following } from './following.js'
import { reading } from './reading.js'
import { repeating } from './repeating.js'

/** One empty log. Each call opens an adapter of its own on it, as another process would. */
export type OpenAdapter = () => Promise<EventStore>

/** Makes an empty log for a test and removes it, with all adapters, when the test is over. */
export type NewLog = (t: Test) => Promise<OpenAdapter>

/** What every event store must do. Run it on each adapter of the port. */
export async function eventStoreContract(t: Test, newLog: NewLog): Promise<void> {
  const suites = { appending, repeating, content, reading, following, concurrency }
  for (const [name, suite] of Object.entries(suites)) await t.test(name, (t) => suite(t, newLog))
}
