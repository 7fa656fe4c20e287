import { migrateAccounts, recordAudit } from '@ecmr/accounts'
import { openNatsBroker } from '@ecmr/broker/nats'
import { migrateDocumentLinks } from '@ecmr/document-links'
import { checkpointReader, migrateEvidence } from '@ecmr/evidence'
import { keyWrap, migratePersonalData, openEvents, openKeyring } from '@ecmr/personal-data'
import { LONGEST_STATEMENT_MS, migrateAll, openListener, openPool, poolMetrics } from '@ecmr/postgres'
import { migrateReadModels } from '@ecmr/read-models'
import { openSecretKey, ownPorts, prepare, runService, startProbes } from '@ecmr/runtime'
import { addressGuard, migrateWebhooks, secretBox } from '@ecmr/webhooks'
import { documentUrls } from './document-urls.js'
import { startNotifier } from './notifier.js'
import { notifierMetrics } from './notifier-metrics.js'

/**
 * The notifier as a process of its own: NATS JetStream → webhook deliveries → customers. Several may run: all of them
 * send, and one at a time plans what is to be sent.
 */
await runService({ name: 'notifier', port: 8083, needs: ['databaseUrl', 'natsServers'] }, async (service) => {
  const { config, registry, log, shutdownSignal, closeWith, background } = service
  const url = config.databaseUrl
  const pool = openPool({
    url,
    max: 12,
    name: 'notifier',
    timeoutMs: LONGEST_STATEMENT_MS,
    onError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  })
  closeWith(() => pool.end())
  poolMetrics(registry)
  const listener = openListener(url, 'notifier')
  closeWith(() => listener.close())
  const broker = openNatsBroker({
    servers: config.natsServers,
    name: 'ecmr notifier',
    onError: (error) => log.warn({ err: error }, 'deliveries cannot be planned; tried again'),
    log,
  })
  closeWith(() => broker.close())

  const action = (): Promise<void> =>
    migrateAll(url, [
      migratePersonalData,
      migrateAccounts,
      migrateReadModels,
      migrateWebhooks,
      migrateDocumentLinks,
      migrateEvidence,
    ])
  const tables = prepare({ what: 'The tables in PostgreSQL', action, signal: shutdownSignal })
  const metrics = notifierMetrics(registry)
  const secretKey = await openSecretKey(config.secretKey)
  const keys = openKeyring({ pool, wrap: keyWrap(secretKey) })
  const checks = {
    PostgreSQL: () => pool.query('select 1'),
    'The tables': tables.check,
    'The data keys': () =>
      tables.check().then(
        () => keys.check(),
        () => undefined,
      ),
    NATS: () => broker.check(),
  }
  closeWith(await startProbes({ ...config, checks, shutdownSignal, log }))
  if (!(await tables.done)) return

  const work = background()
  const { signal } = work
  const secrets = secretBox(secretKey)
  const guard = addressGuard(config.webhooks.allowedNetworks, ownPorts(config))
  const schedule = config.webhooks.retrySchedule
  const urls = documentUrls(pool, { box: secrets, siteUrl: config.siteUrl })
  const sending = { pool, listener, secrets, guard, schedule, recordAudit, documentUrls: urls, signal, log }
  const evidence = { latest: checkpointReader(pool) }
  work.add(
    startNotifier({
      ...sending,
      broker,
      open: (events) => openEvents(events, keys),
      leaderUrl: url,
      metrics,
      evidence,
    }),
  )
})
