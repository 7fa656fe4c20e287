import { ASSISTANTS_ROLE, accessTokens } from '@ecmr/accounts/oauth'
import { buildMcp, findTables, type McpServer } from '@ecmr/mcp'
import type { DocumentReader } from '@ecmr/ocr'
import { openPool, SERVING } from '@ecmr/postgres'
import { type Config, prepare, reasonOf, type Service, VERSION } from '@ecmr/runtime'
import type { ExpensiveReads } from '@ecmr/web'
import type { Registry } from 'prom-client'

/**
 * The MCP service of this process, over connections that may do no more than it has to. Without its role in PostgreSQL it
 * refuses every request, the log says why, and everything else works.
 */
export async function openAssistants(options: {
  readonly config: Config
  readonly url: string
  readonly service: Pick<Service, 'log' | 'shutdownSignal' | 'closeWith'>
  readonly documents: DocumentReader
  readonly expensive: ExpensiveReads
  readonly registry: Registry
}): Promise<McpServer> {
  const { config, url, documents, expensive, registry } = options
  const { log, shutdownSignal, closeWith } = options.service
  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  const pool = openPool({ url, max: 6, name: 'ecmr mcp', ...SERVING, role: ASSISTANTS_ROLE, onError })
  closeWith(() => pool.end())
  const said = new Set<string>()
  const say = (reason: string): void => {
    if (!said.has(reason)) log.warn({ reason }, 'assistants cannot be served')
    said.add(reason)
  }
  const action = (): Promise<void> =>
    findTables(pool).catch((error: unknown) => {
      say(reasonOf(error))
      throw error
    })
  const tables = prepare({ what: 'The tables in PostgreSQL', action, signal: shutdownSignal })
  await tables.tried
  const tokens = accessTokens({ pool, onError })
  closeWith(() => tokens.close())
  return buildMcp({
    pool,
    tokens,
    documents,
    expensive,
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
    metrics: registry,
  })
}
