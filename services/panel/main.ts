import { keepAccountsTidy, keepAuditTrail, migrateAccounts, storageGuard } from '@ecmr/accounts'
import { commandHandler, migrateNumberRegistry, numberPool } from '@ecmr/application'
import {
  checkedClock,
  claimHome,
  clockMetrics,
  logReading,
  migrateEventStore,
  openEventStore,
  postgresClock,
  watchedWrites,
  writeMetrics,
} from '@ecmr/event-store'
import { openDocumentReader } from '@ecmr/ocr'
import { migrateAll, openListener, openPool, SERVING } from '@ecmr/postgres'
import { projectionPositions } from '@ecmr/projections'
import { migrateReadModels } from '@ecmr/read-models'
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
  VERSION,
} from '@ecmr/runtime'
import { addressGuard, migrateWebhooks, secretBox } from '@ecmr/webhooks'
import { buildPanel } from './build-panel.js'
import { openMailer } from './mail/mailer.js'

/** How long it listens on when it is to stop, not being ready any more. */
const NOTICE_MS = 1_000

/**
 * The panel as a process of its own: forms → event log and accounts, pages ← read models. Any number may run. It listens
 * at once, and its pages say so until its tables are there.
 */
await runService({ name: 'panel', port: 8085, needs: ['databaseUrl'] }, async (service) => {
  const { registry: metrics, log, shutdownSignal, closeWith, background } = service
  const config = atPort(service.config, await claimAddress(service.config))
  const url = config.databaseUrl
  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  const pool = openPool({ url, max: 12, name: 'panel', ...SERVING, onError })
  closeWith(() => pool.end())
  const home = (db: typeof pool): Promise<void> => claimHome(db, config.eventStore.kind)
  const migrations = [
    migrateEventStore,
    migrateReadModels,
    migrateAccounts,
    migrateNumberRegistry,
    migrateWebhooks,
  ]
  const clock = checkedClock({ reference: postgresClock(pool), log, metrics: clockMetrics(metrics) })
  closeWith(() => clock.close())
  const action = (): Promise<void> => migrateAll(url, [...migrations, home]).then(clock.compare)
  const tables = prepare({ what: 'The tables in PostgreSQL', action, signal: shutdownSignal })

  const listener = openListener(url, 'panel')
  closeWith(() => listener.close())
  const reading = logReading({ log, registry: metrics })
  const opened = await openEventStore({ url, ...config.eventStore }, { onProblem: reading.onProblem() })
  closeWith(() => opened.close())
  const { store, check: checkWrites } = watchedWrites(opened, { observe: writeMetrics(metrics) })
  const positions = projectionPositions({ pool, listener })
  closeWith(() => positions.close())
  const storage = storageGuard({ pool, onError })
  const mailer = config.mail && openMailer({ ...config.mail, log })
  closeWith(() => mailer?.close())
  const documents = openDocumentReader({
    ...config.ocr,
    kept: keptSecrets(config),
    log,
    observe: readingMetrics(metrics),
  })
  closeWith(() => documents.close())
  closeBeforeDrain(shutdownSignal, () => documents.close(), NOTICE_MS)
  const secretKey = await openSecretKey(config.secretKey)
  const { perKeyPerMinute, perCompanyPerMinute: perCompany, publicPerMinute } = config.rateLimits
  const panel = await buildPanel({
    store,
    clockCheck: clock,
    checkWrites,
    commands: commandHandler({ store, clock: clock.now, admit: storage.admit }),
    pool,
    positions,
    numbers: numberPool({ pool }),
    documents,
    pictures: documents,
    readingBy: config.ocr.engine.kind,
    webhooks: {
      secrets: secretBox(secretKey),
      urlRules: { guard: addressGuard(config.webhooks.allowedNetworks, ownPorts(config)), httpsOnly: true },
    },
    ...(mailer && { mailer }),
    secretKey,
    tables,
    shutdownSignal,
    limits: { perPerson: perKeyPerMinute, perCompany, perAddress: publicPerMinute },
    siteUrl: config.siteUrl,
    version: VERSION,
    trustProxy: config.trustProxy,
    logger: log,
    metrics,
  })
  closeWith(() => drain(panel, NOTICE_MS))
  await panel.listen({ host: config.host, port: config.port })

  if (!(await tables.done)) return
  const work = background()
  const { signal } = work
  work.add(keepAuditTrail({ pool, store, clock: clock.now, signal, log, metrics: auditMetrics(metrics) }))
  work.add(keepAccountsTidy({ pool, signal, log }))
})
