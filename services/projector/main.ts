import { assertLogLocation, logReading, migrateEventStore, openEventStore } from '@ecmr/event-store'
import { keyWrap, migratePersonalData, openedStore, openKeyring } from '@ecmr/personal-data'
import {
  LONGEST_STATEMENT_MS,
  migrateAll,
  openPool,
  poolMetrics,
  type TableSizesWatch,
  watchTableSizes,
} from '@ecmr/postgres'
import { checkReadModels, type LagWatch, runProjections, watchLag } from '@ecmr/projections'
import { migrateReadModels, projections } from '@ecmr/read-models'
import { openSecretKey, prepare, runService, startProbes } from '@ecmr/runtime'
import { projectorMetrics } from './projector-metrics.js'

/**
 * The projector as a process of its own: event log → read models in PostgreSQL. Several may run: for each read model
 * one of them works, and the others stand by.
 */
await runService({ name: 'projector', port: 8081, needs: ['databaseUrl'] }, async (service) => {
  const { config, registry, log, shutdownSignal, closeWith, background } = service
  const url = config.databaseUrl
  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  const pool = openPool({ url, max: 8, name: 'projector', timeoutMs: LONGEST_STATEMENT_MS, onError })
  closeWith(() => pool.end())
  poolMetrics(registry)
  const reading = logReading({ log, registry })
  const recorded = await openEventStore({ url, ...config.eventStore }, { onProblem: reading.onProblem() })
  closeWith(() => recorded.close())
  const wrap = keyWrap(await openSecretKey(config.secretKey))
  const keys = openKeyring({ pool, wrap })
  const store = openedStore(recorded, keys)

  const home = (db: typeof pool): Promise<void> => assertLogLocation(db, config.eventStore.kind)
  const action = (): Promise<void> =>
    migrateAll(url, [migrateEventStore, migratePersonalData, migrateReadModels, home])
  const tables = prepare({ what: 'The tables in PostgreSQL', action, signal: shutdownSignal })
  const metrics = projectorMetrics(registry)
  let lag: LagWatch | undefined
  let sizes: TableSizesWatch | undefined
  const readModels = (): Promise<void> => checkReadModels(pool, store, projections)
  const checks = {
    PostgreSQL: () => pool.query('select 1'),
    'The event log': () => store.head().then(reading.check),
    'The tables': tables.check,
    // Until there are tables, they are what is missing.
    'The read models': () => tables.check().then(readModels, () => undefined),
    'The data keys': () =>
      tables.check().then(
        () => keys.check(),
        () => undefined,
      ),
    'The lag of the read models': async () => lag?.check(),
    'The sizes of tables': async () => sizes?.check(),
  }
  closeWith(await startProbes({ ...config, checks, shutdownSignal, log }))
  if (!(await tables.done)) return

  const work = background()
  const projecting = { store, url, pool, projections, signal: work.signal, log, metrics }
  work.add(runProjections(projecting))
  lag = watchLag(projecting)
  work.add(lag.ended)
  sizes = watchTableSizes({ pool, registry, signal: work.signal, log })
  work.add(sizes.ended)
})
