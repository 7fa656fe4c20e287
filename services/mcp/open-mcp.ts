import { ASSISTANTS_ROLE, accessTokens } from '@ecmr/accounts/oauth'
import type { DocumentReader } from '@ecmr/ocr'
import { openPool, SERVING } from '@ecmr/postgres'
import { type Config, prepare, reasonOf, type Service, VERSION } from '@ecmr/runtime'
import type { ExpensiveReads } from '@ecmr/web'
import { buildMcp } from './build-mcp.js'
import type { McpDependencies, McpServer } from './mcp-server.js'
import { findTables } from './tables.js'

/**
 * The MCP service of a process, over connections that may do no more than it needs. While its role or its tables are missing it
 * rejects every request. Resolves after the first look for them; `tables` resolves when they are there, and rejects with SchemaIsNewer.
 *
 * @param options.name of the connections in PostgreSQL
 * @param options.onMissing gets what is missing at each try
 */
export async function openMcp(
  {
    registry,
    log,
    shutdownSignal,
    closeWith,
  }: Pick<Service, 'registry' | 'log' | 'shutdownSignal' | 'closeWith'>,
  options: {
    readonly config: Config
    readonly url: string
    readonly name: string
    readonly connections: number
    readonly documents: DocumentReader
    readonly expensive?: ExpensiveReads
    readonly documentUrlOf?: McpDependencies['documentUrlOf']
    readonly onMissing?: (reason: string) => void
  },
): Promise<{ readonly mcp: McpServer; readonly tables: Promise<boolean> }> {
  const { config, url, name, documents, expensive, documentUrlOf, onMissing } = options
  const onError = (error: unknown): void => log.warn({ err: error }, 'a database connection was lost')
  const pool = openPool({ url, max: options.connections, name, ...SERVING, role: ASSISTANTS_ROLE, onError })
  closeWith(() => pool.end())
  const action = (): Promise<void> =>
    findTables(pool).catch((error: unknown) => {
      onMissing?.(reasonOf(error))
      throw error
    })
  const tables = prepare({ what: 'The tables in PostgreSQL', action, signal: shutdownSignal })
  const tokens = accessTokens({ pool, onError })
  closeWith(() => tokens.close())
  const mcp = await buildMcp({
    pool,
    tokens,
    documents,
    ...(expensive && { expensive }),
    documentUrlOf,
    tables,
    shutdownSignal,
    limits: {
      perGrant: config.rateLimits.perKeyPerMinute,
      perCompany: config.rateLimits.perCompanyPerMinute,
      perAddress: config.rateLimits.publicPerMinute,
    },
    siteUrl: config.siteUrl,
    allowedOrigins: config.mcp.allowedOrigins,
    clientDocuments: config.mcp.clientDocuments,
    version: VERSION,
    trustProxy: config.trustProxy,
    logger: log,
    metrics: registry,
  })
  // Requests to a service that has everything it needs must not get the answer to try again later.
  await tables.tried
  return { mcp, tables: tables.done }
}
