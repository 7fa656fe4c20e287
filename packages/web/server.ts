import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Preparation } from '@ecmr/runtime'
import {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyTypeProvider,
  type FastifyTypeProviderDefault,
  LogController,
  type RawServerDefault,
} from 'fastify'
import type { Registry } from 'prom-client'
import { serializersOnce } from './compile-once.js'

/** One of our Fastify instances. */
export type WebServer<Provider extends FastifyTypeProvider = FastifyTypeProviderDefault> = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  Provider
>

/** What every HTTP service takes. */
export interface WebDependencies {
  /** public origin, without a trailing slash; every URL in an answer comes from it, never from a request header */
  readonly siteUrl: string
  readonly version: string
  /** the proxies whose X-Forwarded-For is trusted: none, a number of hops, or these networks */
  readonly trustProxy?: false | number | readonly string[]
  readonly logger?: FastifyBaseLogger
  /** registers the metrics of requests */
  readonly metrics?: Registry
  /** requests are rejected until the tables exist; absent: they exist */
  readonly tables?: Pick<Preparation, 'problem' | 'check'>
  /** aborts when the process must stop: requests are still answered, but the service is not ready any more */
  readonly shutdownSignal?: AbortSignal
  /** milliseconds that a read, or a look at how the service is, waits for the event log and PostgreSQL; 2,000 unless given */
  readonly storeWaitMs?: number
  readonly clock?: () => Date
}

/** How long a request may take to arrive, milliseconds: a photograph of 10 MB over an uplink of one megabit takes almost all of it. */
export const LONGEST_REQUEST_MS = 120_000

/** How long a part of a service may take to start, milliseconds: on a machine that is busy or was frozen, Fastify's ten seconds pass. */
const LONGEST_START_MS = 60_000

/** The Fastify options that all services share. */
export function serverOptions({ logger, trustProxy }: Pick<WebDependencies, 'logger' | 'trustProxy'>) {
  return {
    ...(logger && { loggerInstance: logger }),
    // One logger for all requests: a child logger for each would cost time.
    childLoggerFactory: (parent: FastifyBaseLogger) => parent,
    logController: new LogController({ disableRequestLogging: true }),
    schemaController: { compilersFactory: { buildSerializer: serializersOnce } },
    requestTimeout: LONGEST_REQUEST_MS,
    pluginTimeout: LONGEST_START_MS,
    trustProxy: fastifyTrustProxy(trustProxy),
    genReqId: (_request: IncomingMessage): string => randomUUID(),
    requestIdHeader: false,
    // Requests that still arrive over an open connection are answered while the server closes.
    return503OnClosing: false,
  } as const
}

/** In Fastify's form: none, networks, or a predicate over hops, of which 0 is the one connected to us. */
function fastifyTrustProxy(
  proxies: WebDependencies['trustProxy'],
): false | string[] | ((address: string, hop: number) => boolean) {
  if (!proxies) return false
  return typeof proxies === 'number' ? (_address, hop) => hop < proxies : [...proxies]
}
