import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AssistantAccess } from '@ecmr/accounts/oauth'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault } from 'fastify'
import type { McpDependencies } from './dependencies.js'

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
export type Access = 'public' | 'token'

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
