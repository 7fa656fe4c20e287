import type { AccessTokens } from '@ecmr/accounts/oauth'
import type { DocumentReader } from '@ecmr/ocr'
import type { ExpensiveReads, WebDependencies } from '@ecmr/web'
import type { Pool } from 'pg'

/** Everything the MCP service works with, passed in by the process. */
export interface McpDependencies extends WebDependencies {
  /** the Postgres that holds read models and OAuth's tables, by connections of the role ASSISTANTS_ROLE */
  readonly pool: Pool
  readonly tokens: AccessTokens
  /** reads the pictures of documents */
  readonly documents: DocumentReader
  /** bounds what the reads of each company cost; absent: its own does */
  readonly expensive?: ExpensiveReads
  /** a minute: requests with a token for each grant and each company, and all others for each network */
  readonly limits: {
    readonly perGrant: number
    /** five times as many as for each grant unless given */
    readonly perCompany?: number
    readonly perAddress: number
  }
  /** origins of web pages that may call, besides the site's own and loopback ones */
  readonly allowedOrigins: readonly string[]
}
