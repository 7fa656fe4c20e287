import { openDocumentReader } from '@ecmr/ocr'
import { poolMetrics } from '@ecmr/postgres'
import { atPort, claimAddress, drain, keptSecrets, readingMetrics, runService } from '@ecmr/runtime'
import { openMcp } from './open-mcp.js'

/** How long it still listens when it stops, not being ready any more. */
const NOTICE_MS = 1_000

const NO_PROXY =
  'SITE_URL leads to this process, which does not serve the page on which people connect assistants. Set it to the origin where a proxy serves the panel too.'

/**
 * What AI assistants talk to, as a process of its own: tools ← read models, and the OAuth server that grants access. Any number
 * may run. It listens as soon as it has looked for the tables, which others make, and rejects requests until they exist.
 */
await runService({ name: 'mcp', port: 8084, needs: ['databaseUrl'], sealsNothing: true }, async (service) => {
  const { registry, log, closeWith } = service
  const config = atPort(service.config, await claimAddress(service.config))
  if (new URL(config.siteUrl).port === String(config.port)) log.warn(NO_PROXY)
  const observe = readingMetrics(registry)
  const documents = openDocumentReader({ ...config.ocr, kept: keptSecrets(config), log, observe })
  closeWith(() => documents.close())
  const url = config.databaseUrl
  const { mcp, tables } = await openMcp(service, { config, url, name: 'mcp', connections: 12, documents })
  closeWith(() => drain(mcp, { noticeMs: NOTICE_MS, endLongWork: () => documents.close() }))
  poolMetrics(registry)
  await mcp.listen({ host: config.host, port: config.port })
  await tables
})
