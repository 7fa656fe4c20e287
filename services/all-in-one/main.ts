import {
  apiKeyAuthenticator,
  keepAccountsTidy,
  keepAuditTrail,
  recordAudit,
  storageGuard,
} from '@ecmr/accounts'
import { buildApi, createTables } from '@ecmr/api'
import { commandHandler, numberPool } from '@ecmr/application'
import {
  checkedClock,
  clockMetrics,
  logReading,
  openEventStore,
  postgresClock,
  watchedWrites,
  writeMetrics,
} from '@ecmr/event-store'
import { MCP_PATHS } from '@ecmr/mcp'
import { notifierMetrics, startNotifier } from '@ecmr/notifier'
import { openDocumentReader } from '@ecmr/ocr'
import { buildPanel, openMailer } from '@ecmr/panel'
import { openListener, openPool, SERVING } from '@ecmr/postgres'
import { projectionPositions, runProjections, watchLag } from '@ecmr/projections'
import { projectorMetrics } from '@ecmr/projector'
import { projections } from '@ecmr/read-models'
import { relayAsLeader, relayMetrics } from '@ecmr/relay'
import {
  atPort,
  auditMetrics,
  claimAddress,
  closeBeforeDrain,
  drain,
  keptSecrets,
  openSecretKey,
  ownPorts,
  readingMetrics,
  runService,
  VERSION,
} from '@ecmr/runtime'
import { expensiveReads } from '@ecmr/web'
import { addressGuard, secretBox } from '@ecmr/webhooks'
import { openAssistants } from './assistants.js'
import { banner } from './banner.js'
import { openBroker } from './broker.js'
import { mustAnswer, mustHoldLog, openDatabase } from './database.js'
import { firstCompany } from './first-company.js'
import { firstStart } from './first-start.js'
import { writeFirstStart } from './write-first-start.js'

/** The whole service in one process, in the order in which data flows through it. */
await runService({ name: 'all-in-one', port: 8080 }, async (service) => {
  const { registry, log, shutdownSignal, closeWith, background } = service
  const config = atPort(service.config, await claimAddress(service.config))

  const database = await openDatabase(config, (line) => log.info(line))
  closeWith(() => database.stop())
  const { url } = database
  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  // For work that nobody waits for, which no lock and no large table may break off.
  const patient = openPool({ url, max: 10, name: 'ecmr background', onError })
  closeWith(() => patient.end())
  await mustAnswer(patient, url)
  await createTables(patient)
  await mustHoldLog(patient, config)
  const pool = openPool({ url, max: 16, name: 'ecmr', ...SERVING, onError })
  closeWith(() => pool.end())

  const listener = openListener(url, 'ecmr')
  closeWith(() => listener.close())
  const clock = checkedClock({ reference: postgresClock(pool), log, metrics: clockMetrics(registry) })
  closeWith(() => clock.close())
  await clock.compare()
  const reading = logReading({ log, registry })
  const opened = await openEventStore({ url, ...config.eventStore }, { onProblem: reading.onProblem() })
  closeWith(() => opened.close())
  const { store, check: checkWrites } = watchedWrites(opened, { observe: writeMetrics(registry) })

  const { natsServers } = config
  const { broker, nats, check } = openBroker({ natsServers, pool: patient, store, service, registry })

  const work = background()
  const { signal } = work
  const projecting = {
    store,
    url,
    pool: patient,
    projections,
    signal,
    log,
    metrics: projectorMetrics(registry),
  }
  work.add(runProjections(projecting))
  work.add(watchLag(projecting).ended)
  if (nats) {
    const metrics = relayMetrics(registry)
    work.add(relayAsLeader({ url, pool: patient, store, broker: nats, signal, log, metrics }).ended)
  }
  const secretKey = await openSecretKey(config.secretKey)
  const secrets = secretBox(secretKey)
  const guard = addressGuard(config.webhooks.allowedNetworks, ownPorts({ ...config, databaseUrl: url }))
  const schedule = config.webhooks.retrySchedule
  const sending = { pool: patient, listener, secrets, guard, schedule, recordAudit, signal, log }
  const leaderUrl = nats && { leaderUrl: url }
  work.add(startNotifier({ ...sending, broker, ...leaderUrl, metrics: notifierMetrics(registry) }))
  work.add(
    keepAuditTrail({ pool: patient, store, clock: clock.now, signal, log, metrics: auditMetrics(registry) }),
  )
  work.add(keepAccountsTidy({ pool: patient, signal, log }))

  const positions = projectionPositions({ pool, listener })
  closeWith(() => positions.close())
  const storage = storageGuard({ pool, onError })
  const keys = apiKeyAuthenticator({ pool, onError })
  closeWith(() => keys.close())
  const mailer = config.mail && openMailer({ ...config.mail, log })
  closeWith(() => mailer?.close())
  const documents = openDocumentReader({
    ...config.ocr,
    kept: keptSecrets(config),
    log,
    observe: readingMetrics(registry),
  })
  closeWith(() => documents.close())
  closeBeforeDrain(shutdownSignal, () => documents.close())
  const { perKeyPerMinute, perCompanyPerMinute: perCompany, publicPerMinute } = config.rateLimits
  const expensive = expensiveReads()
  const interfaces = {
    store,
    clockCheck: clock,
    checkWrites,
    commands: commandHandler({ store, clock: clock.now, admit: storage.admit }),
    storage,
    pool,
    positions,
    numbers: numberPool({ pool }),
    documents,
    pictures: documents,
    expensive,
    webhooks: { secrets, urlRules: { guard, httpsOnly: config.databaseUrl !== undefined } },
    shutdownSignal,
    siteUrl: config.siteUrl,
    version: VERSION,
    trustProxy: config.trustProxy,
    logger: log,
    metrics: registry,
  }
  const panel = await buildPanel({
    ...interfaces,
    ...(mailer && { mailer }),
    secretKey,
    readingBy: config.ocr.engine.kind,
    limits: { perPerson: perKeyPerMinute, perCompany, perAddress: publicPerMinute },
  })
  closeWith(() => panel.close())
  const assistants = await openAssistants({ config, url, service, documents, expensive, registry })
  closeWith(() => assistants.close())
  const api = await buildApi({
    ...interfaces,
    keys,
    checkBroker: check,
    checkReading: reading.check,
    limits: { perKey: perKeyPerMinute, perCompany, perAddress: publicPerMinute },
    mounts: [{ paths: MCP_PATHS, answer: assistants.routing }, { answer: panel.routing }],
  })
  closeWith(() => drain(api))
  await api.listen({ host: config.host, port: config.port })

  const company = config.databaseUrl === undefined ? await firstCompany(pool) : undefined
  const today = new Date()
  // What is not a terminal is a log: in files and elsewhere, read by others.
  const secretsFile =
    company?.secrets && !process.stdout.isTTY
      ? await writeFirstStart(config.dataDir, firstStart(config, company.secrets, today))
      : undefined
  process.stdout.write(banner({ config, version: VERSION, company, secretsFile, note: database.note, today }))
})
