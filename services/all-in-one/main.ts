import { apiKeyAuthenticator, keepAuditTrail, recordAudit } from '@ecmr/accounts'
import { buildApi } from '@ecmr/api'
import { brokerCheckpoints, inProcessBroker } from '@ecmr/broker'
import { atPort, loadConfig, openSecretKey } from '@ecmr/config'
import { commandHandler, openPostgresEventStore } from '@ecmr/event-store'
import { startNotifier } from '@ecmr/notifier'
import { numberPool } from '@ecmr/number-registry'
import { openListener, openPool } from '@ecmr/postgres'
import {
  aborted,
  backgroundWork,
  drain,
  nothingOpened,
  openLog,
  sentenceFor,
  untilAskedToStop,
  VERSION,
} from '@ecmr/process'
import { projectorMetrics, startProjector } from '@ecmr/projector'
import { projectionPositions } from '@ecmr/read-models'
import { addressGuard, secretBox } from '@ecmr/webhooks'
import { Registry } from 'prom-client'
import { banner } from './banner.js'
import { claimAddress } from './claim-address.js'
import { createTables, openDatabase } from './database.js'
import { firstCompany } from './first-company.js'

const opened = nothingOpened()

/** The whole service in one process, in the order in which data flows through it. */
async function run(): Promise<void> {
  const asked = untilAskedToStop()
  const given = loadConfig()
  const config = atPort(given, await claimAddress(given))
  const log = openLog(config.logLevel)

  const database = await openDatabase(config, (line) => log.info(line))
  opened.closeWith(() => database.stop())
  const { url } = database
  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  const pool = openPool({ url, max: 20, name: 'ecmr', onError })
  opened.closeWith(() => pool.end())
  await createTables(pool, url)

  const listener = openListener(url, 'ecmr')
  opened.closeWith(() => listener.close())
  const store = await openPostgresEventStore({ url, listener })
  opened.closeWith(() => store.close())

  const work = backgroundWork()
  opened.closeWith(() => work.stop())
  const { signal } = work
  const registry = new Registry()
  const metrics = projectorMetrics(registry)
  work.add(startProjector({ store, url, pool, signal, log, metrics }))
  const broker = inProcessBroker({ store, checkpoints: brokerCheckpoints(pool) })
  const secrets = secretBox(await openSecretKey(config.secretKey))
  const guard = addressGuard(config.webhooks.allowedNetworks)
  const schedule = config.webhooks.retrySchedule
  work.add(startNotifier({ broker, pool, listener, secrets, guard, schedule, recordAudit, signal, log }))
  work.add(keepAuditTrail({ pool, store, signal, log }))

  const positions = projectionPositions({ pool, listener })
  opened.closeWith(() => positions.close())
  const keys = apiKeyAuthenticator({ pool, onError })
  opened.closeWith(() => keys.close())
  const api = await buildApi({
    store,
    commands: commandHandler({ store }),
    pool,
    positions,
    keys,
    numbers: numberPool({ pool }),
    webhooks: { secrets, urlRules: { guard, httpsOnly: config.databaseUrl !== undefined } },
    limits: { perKey: config.rateLimits.perKeyPerMinute, perAddress: config.rateLimits.publicPerMinute },
    siteUrl: config.siteUrl,
    version: VERSION,
    trustProxy: config.trustProxy,
    logger: log,
    metrics: registry,
  })
  opened.closeWith(() => drain(api))
  await api.listen({ host: config.host, port: config.port })

  const company = config.databaseUrl === undefined ? await firstCompany(pool) : undefined
  process.stdout.write(banner({ config, version: VERSION, company, note: database.note, today: new Date() }))
  await Promise.race([aborted(asked), work.failed])
}

try {
  await run()
} catch (error) {
  const sentence = sentenceFor(error)
  process.stderr.write(`${sentence ?? (error instanceof Error ? error.stack : String(error))}\n`)
  process.exitCode = 1
}
await opened.closeAll((error) => process.stderr.write(`While stopping: ${error}\n`))
// Whatever may still be waiting somewhere is of no use any more.
process.exit()
