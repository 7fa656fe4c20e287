import { brokerCheckpoints, migrateBroker } from '@ecmr/broker'
import { openNatsBroker } from '@ecmr/broker/nats'
import type { EventStore, RecordedEvent } from '@ecmr/event-store'
import type { Pool } from 'pg'
import type { Test } from 'tap'
import { logDatabase } from '../event-store/support.js'
import { type NatsServer, natsServer } from '../support/nats-server.js'
import { until } from '../support/until.js'

/** A log in PostgreSQL, a NATS server, and a consumer that takes every event from it as a notifier would. */
export interface World {
  readonly url: string
  readonly pool: Pool
  readonly store: EventStore
  readonly nats: NatsServer
  /** events in the order in which they were handed out, repeats included */
  readonly arrived: RecordedEvent[]
  /** the relay's place as it is saved */
  place(): Promise<string>
  /** resolves when so many different events have arrived */
  arrivals(count: number): Promise<void>
}

export async function openWorld(t: Test): Promise<World> {
  const database = await logDatabase(t)
  await migrateBroker(database.pool)
  const store = await database.open()
  const nats = await natsServer(t)
  const broker = openNatsBroker({ servers: [nats.url], name: 'relay test' })
  const stopping = new AbortController()
  const arrived: RecordedEvent[] = []
  const ids = new Set<string>()
  const handle = async (events: readonly RecordedEvent[]): Promise<void> => {
    arrived.push(...events)
    for (const { id } of events) ids.add(id)
  }
  const consuming = broker.consume({ name: 'notifier', handle, signal: stopping.signal })
  t.teardown(async () => {
    stopping.abort()
    await consuming
    await broker.close()
  })
  const { url, pool } = database
  return {
    url,
    pool,
    store,
    nats,
    arrived,
    place: async () => (await brokerCheckpoints(pool).load('relay')).position,
    arrivals: (count) => until(() => ids.size >= count, `${count} events`),
  }
}
