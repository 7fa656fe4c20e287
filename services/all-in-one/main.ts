import { apiKeyAuthenticator, keepAccountsTidy, recordAudit } from '@ecmr/accounts'
import { keepReadingLinksTidy } from '@ecmr/accounts/oauth'
import { buildApi, createTables } from '@ecmr/api'
import { documentUrlOf, keepLinksTidy } from '@ecmr/application'
import { openBackend } from '@ecmr/backend'
import { backupMetrics } from '@ecmr/backup'
import { DOCUMENT_PATHS, openDocuments } from '@ecmr/documents-service'
import { MCP_PATHS, openMcp } from '@ecmr/mcp'
import { documentUrls, notifierMetrics, startNotifier } from '@ecmr/notifier'
import { openEvents } from '@ecmr/personal-data'
import { buildPanel } from '@ecmr/panel'
import { openPool, watchTableSizes } from '@ecmr/postgres'
import { runProjections, watchLag } from '@ecmr/projections'
import { projectorMetrics } from '@ecmr/projector'
import { projections } from '@ecmr/read-models'
import { relayAsLeader, relayMetrics } from '@ecmr/relay'
import { atPort, claimAddress, drain, runService, VERSION } from '@ecmr/runtime'
import { expensiveReads } from '@ecmr/web'
import { fetchOnDemand } from '@ecmr/webhooks'
import { backUp } from './back-up.js'
import { banner } from './banner.js'
import { openBroker } from './broker.js'
import { mustAnswer, mustHoldLog, openDatabase } from './database.js'
import { firstCompany } from './first-company.js'
import { firstStart, writeFirstStart } from './first-start.js'

/** The whole service in one process, in the order in which data flows through it. */
await runService({ name: 'all-in-one', port: 8080 }, async (service) => {
  const { registry, log, closeWith, background } = service
  const config = atPort(service.config, await claimAddress(service.config))

  const database = await openDatabase(config, (line) => log.info(line))
  closeWith(() => database.stop())
  const { url } = database
  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  // For background work, which no lock and no large table may break off.
  const patient = openPool({ url, max: 10, name: 'ecmr background', onError })
  closeWith(() => patient.end())
  await mustAnswer(patient, url)
  await createTables(patient)
  await mustHoldLog(patient, config)
  const backend = await openBackend(service, {
    config,
    url,
    name: 'ecmr',
    connections: 16,
    httpsOnly: config.databaseUrl !== undefined,
  })
  const { pool, listener, secretKey } = backend
  await backend.clock.compare()
  const { store, recorded, dataKeys, documents, files, webhooks } = backend.interfaces

  const { natsServers } = config
  const { broker, nats, check } = openBroker({
    natsServers,
    pool: patient,
    store: recorded,
    service,
    registry,
  })

  const work = background()
  const { signal } = work
  const following = { url, pool: patient, store, signal, log }
  const projecting = { ...following, projections, metrics: projectorMetrics(registry) }
  work.add(runProjections(projecting))
  work.add(watchLag(projecting).ended)
  const sizes = watchTableSizes({ pool: patient, registry, signal, log })
  work.add(sizes.ended)
  if (nats) {
    work.add(
      relayAsLeader({ ...following, store: recorded, broker: nats, metrics: relayMetrics(registry) }).ended,
    )
  }
  const { secrets, urlRules } = webhooks
  const notifier = startNotifier({
    ...{ pool: patient, listener, broker, signal, log, recordAudit },
    open: (events) => openEvents(events, dataKeys),
    ...{ secrets, guard: urlRules.guard, schedule: config.webhooks.retrySchedule },
    ...(nats && { leaderUrl: url }),
    documentUrls: documentUrls(patient, { box: secrets, siteUrl: config.siteUrl }),
    metrics: notifierMetrics(registry),
    ...(backend.interfaces.evidence && { evidence: backend.interfaces.evidence }),
  })
  work.add(notifier)
  work.add(backend.keepAuditTrail(signal, patient))
  work.add(backend.recordReads(signal, patient))
  work.add(backend.sealLog(signal, patient))
  work.add(backend.keepDocumentsCurrent(signal, patient))
  work.add(backend.keepErasures(signal, patient))
  work.add(backend.keepAttachments(signal, patient))
  work.add(backend.keepNotices(signal, patient))
  work.add(backend.watchCertificates(signal))
  const backups = backupMetrics(registry, patient)
  work.add(backUp({ config, url, pool: patient, secretKey, signal, log, metrics: backups }))
  work.add(keepAccountsTidy({ pool: patient, signal, log }))
  work.add(keepReadingLinksTidy({ pool: patient, signal, log }))
  work.add(keepLinksTidy({ pool: patient, store, signal, log }))

  const keys = apiKeyAuthenticator({ pool, onError })
  closeWith(() => keys.close())
  const { perKeyPerMinute, perCompanyPerMinute: perCompany, publicPerMinute: perAddress } = config.rateLimits
  const interfaces = { ...backend.interfaces, expensive: expensiveReads() }
  const panel = await buildPanel({
    ...interfaces,
    secretKey,
    readingBy: config.ocr.engine.kind,
    operator: config.operator,
    ...(config.mcp.clientDocuments && { fetchDocument: fetchOnDemand(interfaces.webhooks.urlRules.guard) }),
    limits: { perPerson: perKeyPerMinute, perCompany, perAddress },
  })
  closeWith(() => panel.close())
  const { mcp } = await openMcp(service, {
    config,
    url,
    name: 'ecmr mcp',
    connections: 6,
    documents,
    expensive: interfaces.expensive,
    documentUrlOf: (note) => documentUrlOf(interfaces, note),
    onMissing: onceEach((reason) => log.warn({ reason }, 'assistants cannot be served')),
  })
  closeWith(() => mcp.close())
  const inspection = await openDocuments(service, { config, pool, storage: files.storage })
  closeWith(() => inspection.close())
  const api = await buildApi({
    ...interfaces,
    keys,
    checkBroker: check,
    checkReading: backend.reading.check,
    checkTableSizes: sizes.check,
    limits: { perKey: perKeyPerMinute, perCompany, perAddress },
    mounts: [
      { paths: MCP_PATHS, answer: mcp.routing },
      { paths: DOCUMENT_PATHS, answer: inspection.routing },
      { answer: panel.routing },
    ],
  })
  closeWith(() => drain(api, { endLongWork: () => documents.close() }))

  // A script that has seen the service answer finds the key there.
  const company = config.databaseUrl === undefined ? await firstCompany(pool) : undefined
  const today = new Date()
  // What is not a terminal is a log: in files and elsewhere, read by others.
  const secretsFile =
    company?.secrets && !process.stdout.isTTY
      ? await writeFirstStart(config.dataDir, firstStart(config, company.secrets, today))
      : undefined
  await api.listen({ host: config.host, port: config.port })
  process.stdout.write(banner({ config, version: VERSION, company, secretsFile, note: database.note, today }))
})

/** Passes on each text once. */
function onceEach(say: (text: string) => void): (text: string) => void {
  const said = new Set<string>()
  return (text) => {
    if (!said.has(text)) say(text)
    said.add(text)
  }
}
