import { apiKeyAuthenticator } from '@ecmr/accounts'
import { keepLinksTidy } from '@ecmr/application'
import { openBackend } from '@ecmr/backend'
import { atPort, claimAddress, drain, runService, throttled } from '@ecmr/runtime'
import { buildApi } from './build-api.js'
import { relayCheck } from './health/relay-check.js'
import { createTables } from './tables.js'

/** How long it still listens when it stops, not being ready any more. */
const NOTICE_MS = 1_000

/**
 * The REST interface as a process of its own: commands → event log, queries ← read models. Any number may run. It
 * listens at once and rejects requests until its tables exist.
 */
await runService({ name: 'api', port: 8080, needs: ['databaseUrl'] }, async (service) => {
  const { log, closeWith, background } = service
  const config = atPort(service.config, await claimAddress(service.config))
  const warn = throttled(({ message }) => log.warn(message))
  const backend = await openBackend(service, {
    config,
    url: config.databaseUrl,
    name: 'api',
    connections: 12,
    migrations: [(pool) => createTables(pool, warn)],
    httpsOnly: true,
  })
  const { pool } = backend
  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  const keys = apiKeyAuthenticator({ pool, onError })
  closeWith(() => keys.close())
  const api = await buildApi({
    ...backend.interfaces,
    keys,
    ...(config.natsServers && { checkBroker: relayCheck(pool) }),
    checkReading: backend.reading.check,
    limits: {
      perKey: config.rateLimits.perKeyPerMinute,
      perCompany: config.rateLimits.perCompanyPerMinute,
      perAddress: config.rateLimits.publicPerMinute,
    },
  })
  closeWith(() =>
    drain(api, { noticeMs: NOTICE_MS, endLongWork: () => backend.interfaces.documents.close() }),
  )
  await api.listen({ host: config.host, port: config.port })

  if (!(await backend.tables)) return
  const work = background()
  work.add(backend.keepAuditTrail(work.signal))
  work.add(backend.recordReads(work.signal))
  work.add(backend.keepDocumentsCurrent(work.signal))
  work.add(backend.keepErasures(work.signal))
  work.add(backend.keepAttachments(work.signal))
  work.add(backend.watchCertificates(work.signal))
  work.add(keepLinksTidy({ pool, store: backend.interfaces.store, signal: work.signal, log }))
})
