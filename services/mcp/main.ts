import { ASSISTANTS_ROLE, accessTokens } from '@ecmr/accounts/oauth'
import { openDocumentReader } from '@ecmr/ocr'
import { openPool, SERVING } from '@ecmr/postgres'
import {
  atPort,
  claimAddress,
  closeBeforeDrain,
  drain,
  keptSecrets,
  prepare,
  readingMetrics,
  runService,
  VERSION,
} from '@ecmr/runtime'
import { buildMcp } from './build-mcp.js'
import { findTables } from './tables.js'

/** How long it listens on when it is to stop, not being ready any more. */
const NOTICE_MS = 1_000

const NO_PROXY =
  'SITE_URL leads to this process, which does not have the page on which people let assistants in: it has to be where a proxy serves the panel, too.'

/**
 * What AI assistants talk to, as a process of its own: tools ← read models, and the OAuth server that lets them in. Any number
 * may run. It listens as soon as it has looked for the tables, which others make, and refuses requests until they are there.
 */
await runService({ name: 'mcp', port: 8084, needs: ['databaseUrl'], sealsNothing: true }, async (service) => {
  const { registry: metrics, log, shutdownSignal, closeWith } = service
  const config = atPort(service.config, await claimAddress(service.config))
  if (new URL(config.siteUrl).port === String(config.port)) log.warn(NO_PROXY)
  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  const pool = openPool({
    url: config.databaseUrl,
    max: 12,
    name: 'mcp',
    ...SERVING,
    role: ASSISTANTS_ROLE,
    onError,
  })
  closeWith(() => pool.end())
  const action = (): Promise<void> => findTables(pool)
  const tables = prepare({ what: 'The tables in PostgreSQL', action, signal: shutdownSignal })

  const tokens = accessTokens({ pool, onError })
  closeWith(() => tokens.close())
  const documents = openDocumentReader({
    ...config.ocr,
    kept: keptSecrets(config),
    log,
    observe: readingMetrics(metrics),
  })
  closeWith(() => documents.close())
  closeBeforeDrain(shutdownSignal, () => documents.close(), NOTICE_MS)
  const mcp = await buildMcp({
    pool,
    tokens,
    documents,
    tables,
    shutdownSignal,
    limits: {
      perGrant: config.rateLimits.perKeyPerMinute,
      perCompany: config.rateLimits.perCompanyPerMinute,
      perAddress: config.rateLimits.publicPerMinute,
    },
    siteUrl: config.siteUrl,
    allowedOrigins: config.mcp.allowedOrigins,
    version: VERSION,
    trustProxy: config.trustProxy,
    logger: log,
    metrics,
  })
  closeWith(() => drain(mcp, NOTICE_MS))
  // Whoever comes to a service that has all it needs is not told to wait.
  await tables.tried
  await mcp.listen({ host: config.host, port: config.port })
})
