import { keepAccountsTidy } from '@ecmr/accounts'
import { keepReadingLinksTidy } from '@ecmr/accounts/oauth'
import { openBackend } from '@ecmr/backend'
import { backendMigrations } from '@ecmr/backend/migrate'
import { atPort, claimAddress, drain, runService } from '@ecmr/runtime'
import { fetchOnDemand } from '@ecmr/webhooks'
import { buildPanel } from './build-panel.js'

/** How long it still listens when it stops, not being ready any more. */
const NOTICE_MS = 1_000

/**
 * The panel as a process of its own: forms → event log and accounts, pages ← read models. Any number may run. It listens
 * at once, and its pages say so until its tables exist.
 */
await runService({ name: 'panel', port: 8085, needs: ['databaseUrl'] }, async (service) => {
  const { log, closeWith, background } = service
  const config = atPort(service.config, await claimAddress(service.config))
  const backend = await openBackend(service, {
    config,
    url: config.databaseUrl,
    name: 'panel',
    connections: 12,
    migrations: backendMigrations,
    httpsOnly: true,
  })
  const panel = await buildPanel({
    ...backend.interfaces,
    readingBy: config.ocr.engine.kind,
    operator: config.operator,
    secretKey: backend.secretKey,
    ...(config.mcp.clientDocuments && {
      fetchDocument: fetchOnDemand(backend.interfaces.webhooks.urlRules.guard),
    }),
    limits: {
      perPerson: config.rateLimits.perKeyPerMinute,
      perCompany: config.rateLimits.perCompanyPerMinute,
      perAddress: config.rateLimits.publicPerMinute,
    },
  })
  closeWith(() =>
    drain(panel, { noticeMs: NOTICE_MS, endLongWork: () => backend.interfaces.documents.close() }),
  )
  await panel.listen({ host: config.host, port: config.port })

  if (!(await backend.tables)) return
  const work = background()
  work.add(backend.keepAuditTrail(work.signal))
  work.add(backend.keepNotices(work.signal))
  work.add(keepAccountsTidy({ pool: backend.pool, signal: work.signal, log }))
  work.add(keepReadingLinksTidy({ pool: backend.pool, signal: work.signal, log }))
})
