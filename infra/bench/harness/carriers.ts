import { type Broker, brokerCheckpoints, inProcessBroker } from '@ecmr/broker'
import { openNatsBroker } from '@ecmr/broker/nats'
import type { EventStore } from '@ecmr/event-store'
import type { Pool } from 'pg'
import { startChild } from '../../harness/child.js'
import { startNats } from './servers.js'

/** for what is encrypted in databases that are thrown away */
export const SECRET_KEY = 'bench-only-bench-only-bench-only-bench-only'

/** What carries events from the log to the notifier. */
export interface Carrier {
  readonly broker: Broker
  stop(): Promise<void>
}

/** A log and the database that it is in. */
export interface World {
  readonly url: string
  readonly pool: Pool
  readonly store: EventStore
}

/** A relay in a process of its own, and NATS. */
export async function carryByNats({ url }: World): Promise<Carrier> {
  const nats = await startNats()
  const env = { DATABASE_URL: url, NATS_URL: nats.url, SECRET_KEY, LOG_LEVEL: 'warn' }
  const relay = await startChild({ script: 'services/relay/dist/main.js', env, path: '/readyz' })
  const broker = openNatsBroker({ servers: [nats.url], name: 'bench' })
  return {
    broker,
    async stop() {
      await broker.close()
      await relay.stop()
      await nats.stop()
    },
  }
}

/** The broker of the embedded mode. */
export async function carryInProcess({ pool, store }: World): Promise<Carrier> {
  const broker = inProcessBroker({ store, checkpoints: brokerCheckpoints(pool) })
  return { broker, stop: async () => undefined }
}
