import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Scope } from '@ecmr/accounts'
import type { Fault } from '@ecmr/domain'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { ApiContext } from './context.js'

/** Fastify with request and answer types taken from the TypeBox schemas of each route. */
export type ApiServer = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

/**
 * One endpoint: registers itself on the server with what it needs. A route names either the scope that a key must
 * have, or that it is public; the server does not start when one says neither.
 */
export type Route = (app: ApiServer, context: ApiContext) => void

/** Who may call a route: a key with the scope, or with any of several; or anyone. */
export type Access = Scope | readonly Scope[] | 'public'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** the scope that the API key needs, or several of which one will do; or `public` */
    access?: Access
    /** what is wrong with a body besides what its schema has found, together with that */
    judge?: (faults: readonly Fault[], body: unknown) => readonly Fault[]
  }
}
