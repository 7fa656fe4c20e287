import type { AccessTokens } from '@ecmr/accounts/oauth'
import type { DocumentReader } from '@ecmr/ocr'
import type { ExpensiveReads, Preparation } from '@ecmr/runtime'
import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import type { Registry } from 'prom-client'

/** Everything the MCP service works with, handed in by whoever composes the process. */
export interface McpDependencies {
  /** the Postgres that holds read models and OAuth's tables, by connections of the role ASSISTANTS_ROLE */
  readonly pool: Pool
  readonly tokens: AccessTokens
  /** reads the pictures of documents */
  readonly documents: DocumentReader
  /** bounds what the reads of each company cost; absent: its own does */
  readonly expensive?: ExpensiveReads
  /** until these are there every request is refused; absent: they are there */
  readonly tables?: Pick<Preparation, 'problem' | 'check'>
  /** aborts when the process is asked to stop: it goes on answering, but is not ready any more */
  readonly asked?: AbortSignal
  /** a minute: requests with a token for each grant and each company, and all others for each network */
  readonly limits: {
    readonly perGrant: number
    /** five times as many as for each grant unless given */
    readonly perCompany?: number
    readonly perAddress: number
  }
  /** public origin, without a trailing slash; every URL in an answer comes from it */
  readonly siteUrl: string
  /** origins of web pages that may call, besides the site's own and loopback ones */
  readonly allowedOrigins: readonly string[]
  readonly version: string
  /** whose X-Forwarded-For is believed: nobody's, so many proxies', or these networks' */
  readonly trustProxy?: false | number | readonly string[]
  readonly logger?: FastifyBaseLogger
  readonly clock?: () => Date
  /** takes the figures of requests and tools */
  readonly metrics?: Registry
}
