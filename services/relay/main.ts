import { migrateBroker } from '@ecmr/broker'
import { openNatsBroker } from '@ecmr/broker/nats'
import { assertLogLocation, logReading, migrateEventStore, openEventStore } from '@ecmr/event-store'
import { migrateEvidence, openKey, sealAsLeader, sealingMetrics } from '@ecmr/evidence'
import { LONGEST_STATEMENT_MS, migrateAll, openPool, poolMetrics } from '@ecmr/postgres'
import { prepare, runService, startProbes } from '@ecmr/runtime'
import { relayAsLeader, type StandingRelay } from './relay-as-leader.js'
import { relayMetrics } from './relay-metrics.js'

/**
 * The relay as a process of its own: event log → NATS JetStream, from where notifiers take events; and, with a key for it, the sealer
 * of the event log. Several may run: one of them works, and the others stand by.
 */
await runService({ name: 'relay', port: 8082, needs: ['databaseUrl', 'natsServers'] }, async (service) => {
  const { config, registry, log, shutdownSignal, closeWith, background } = service
  const url = config.databaseUrl
  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  const pool = openPool({ url, max: 8, name: 'relay', timeoutMs: LONGEST_STATEMENT_MS, onError })
  closeWith(() => pool.end())
  poolMetrics(registry)
  const reading = logReading({ log, registry })
  const store = await openEventStore({ url, ...config.eventStore }, { onProblem: reading.onProblem() })
  closeWith(() => store.close())
  const broker = openNatsBroker({ servers: config.natsServers, name: 'ecmr relay', log })
  closeWith(() => broker.close())

  const key = await openKey(config)

  const home = (db: typeof pool): Promise<void> => assertLogLocation(db, config.eventStore.kind)
  const action = (): Promise<void> =>
    migrateAll(url, [migrateEventStore, migrateBroker, migrateEvidence, home])
  const tables = prepare({ what: 'The tables in PostgreSQL', action, signal: shutdownSignal })
  const metrics = relayMetrics(registry)
  let relay: StandingRelay | undefined
  const checks = {
    PostgreSQL: () => pool.query('select 1'),
    'The event log': () => store.head().then(reading.check),
    'The tables': tables.check,
    NATS: () => broker.check().then(() => relay?.check()),
  }
  closeWith(await startProbes({ ...config, checks, shutdownSignal, log }))
  if (!(await tables.done)) return

  const work = background()
  relay = relayAsLeader({ url, pool, store, broker, signal: work.signal, log, metrics })
  work.add(relay.ended)
  if (key) {
    const { evidence } = config
    const sealing = { url, pool, store, key, evidence, signal: work.signal, log }
    work.add(sealAsLeader({ ...sealing, metrics: sealingMetrics(registry) }))
  }
})
