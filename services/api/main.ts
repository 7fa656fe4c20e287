import { apiKeyAuthenticator, keepAuditTrail, storageGuard } from '@ecmr/accounts'
import { commandHandler, numberPool } from '@ecmr/application'
import {
  checkedClock,
  claimHome,
  clockMetrics,
  logReading,
  openEventStore,
  postgresClock,
  watchedWrites,
  writeMetrics,
} from '@ecmr/event-store'
import { openDocumentReader } from '@ecmr/ocr'
import { migrateAll, openListener, openPool, SERVING } from '@ecmr/postgres'
import { projectionPositions } from '@ecmr/projections'
import {
  atPort,
  auditMetrics,
  claimAddress,
  closeBeforeDrain,
  drain,
  keptSecrets,
  openSecretKey,
  ownPorts,
  prepare,
  readingMetrics,
  runService,
  throttled,
  VERSION,
} from '@ecmr/runtime'
import { addressGuard, secretBox } from '@ecmr/webhooks'
import { buildApi } from './build-api.js'
import { relayCheck } from './health/relay-check.js'
import { createTables } from './tables.js'

/** How long it listens on when it is to stop, not being ready any more. */
const NOTICE_MS = 1_000

/**
 * The REST interface as a process of its own: commands → event log, queries ← read models. Any number may run. It
 * listens at once and refuses requests until its tables are there.
 */
await runService({ name: 'api', port: 8080, needs: ['databaseUrl'] }, async (service) => {
  const { registry: metrics, log, shutdownSignal, closeWith, background } = service
  const config = atPort(service.config, await claimAddress(service.config))
  const url = config.databaseUrl
  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  const pool = openPool({ url, max: 12, name: 'api', ...SERVING, onError })
  closeWith(() => pool.end())
  const home = (db: typeof pool): Promise<void> => claimHome(db, config.eventStore.kind)
  const warn = throttled(({ message }) => log.warn(message))
  const create = (db: typeof pool): Promise<void> => createTables(db, warn)
  const clock = checkedClock({ reference: postgresClock(pool), log, metrics: clockMetrics(metrics) })
  closeWith(() => clock.close())
  const action = (): Promise<void> => migrateAll(url, [create, home]).then(clock.compare)
  const tables = prepare({ what: 'The tables in PostgreSQL', action, signal: shutdownSignal })

  const listener = openListener(url, 'api')
  closeWith(() => listener.close())
  const reading = logReading({ log, registry: metrics })
  const opened = await openEventStore({ url, ...config.eventStore }, { onProblem: reading.onProblem() })
  closeWith(() => opened.close())
  const { store, check: checkWrites } = watchedWrites(opened, { observe: writeMetrics(metrics) })
  const positions = projectionPositions({ pool, listener })
  closeWith(() => positions.close())
  const storage = storageGuard({ pool, onError })
  const keys = apiKeyAuthenticator({ pool, onError })
  closeWith(() => keys.close())
  const documents = openDocumentReader({
    ...config.ocr,
    kept: keptSecrets(config),
    log,
    observe: readingMetrics(metrics),
  })
  closeWith(() => documents.close())
  closeBeforeDrain(shutdownSignal, () => documents.close(), NOTICE_MS)
  const api = await buildApi({
    store,
    clockCheck: clock,
    checkWrites,
    commands: commandHandler({ store, clock: clock.now, admit: storage.admit }),
    storage,
    pool,
    positions,
    keys,
    numbers: numberPool({ pool }),
    documents,
    pictures: documents,
    webhooks: {
      secrets: secretBox(await openSecretKey(config.secretKey)),
      urlRules: { guard: addressGuard(config.webhooks.allowedNetworks, ownPorts(config)), httpsOnly: true },
    },
    ...(config.natsServers && { checkBroker: relayCheck(pool) }),
    checkReading: reading.check,
    tables,
    shutdownSignal,
    limits: {
      perKey: config.rateLimits.perKeyPerMinute,
      perCompany: config.rateLimits.perCompanyPerMinute,
      perAddress: config.rateLimits.publicPerMinute,
    },
    siteUrl: config.siteUrl,
    version: VERSION,
    trustProxy: config.trustProxy,
    logger: log,
    metrics,
  })
  closeWith(() => drain(api, NOTICE_MS))
  await api.listen({ host: config.host, port: config.port })

  if (!(await tables.done)) return
  const work = background()
  work.add(
    keepAuditTrail({
      pool,
      store,
      clock: clock.now,
      signal: work.signal,
      log,
      metrics: auditMetrics(metrics),
    }),
  )
})
