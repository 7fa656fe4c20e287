import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AccessTokens, AssistantAccess } from '@ecmr/accounts/oauth'
import type { Note } from '@ecmr/domain'
import type { DocumentReader } from '@ecmr/ocr'
import type { ExpensiveReads, WebDependencies } from '@ecmr/web'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
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
  /** the public address of a note's current document; absent: this process has no key to it */
  readonly documentUrlOf?: ((note: Note) => Promise<string | null>) | undefined
  /** origins of web pages that may call, besides the site's own and loopback ones */
  readonly allowedOrigins: readonly string[]
  /** whether the page of consent takes the address of a document for a `client_id`; absent: no */
  readonly clientDocuments?: boolean
}

export type McpServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/** Registers addresses on the server, with what they need. */
export type Route = (app: McpServer, dependencies: McpDependencies) => void

/** Who may call an address: anyone, or clients with an access token. The server does not start when one says nothing. */
type Access = 'public' | 'token'

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access
  }
  interface FastifyRequest {
    /** set where a token is asked for */
    assistant: AssistantAccess | undefined
  }
}

/** Who calls, on an address that asks for a token. */
export function assistantOf(request: FastifyRequest): AssistantAccess {
  if (request.assistant === undefined) throw new Error('an address without a token asks who calls')
  return request.assistant
}
