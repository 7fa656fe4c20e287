import { type Look, sharedLook, watchReadiness } from '@ecmr/runtime'
import type { FastifyTypeProvider, RouteShorthandOptions } from 'fastify'
import type { WebDependencies, WebServer } from './server.js'

/**
 * For orchestrators: `/livez` while the process runs, `/readyz` while it can do its work. While it listens, the log
 * has one line for each change of readiness.
 *
 * @param options.route how both routes are registered
 * @param options.details what else `/readyz` shows, such as how the readers of documents are sandboxed
 */
export function answerProbes<Provider extends FastifyTypeProvider>(
  app: WebServer<Provider>,
  options: {
    readonly look: Look
    readonly shutdownSignal?: AbortSignal | undefined
    readonly details: () => object | Promise<object>
    readonly route: Pick<RouteShorthandOptions, 'config' | 'schema'>
  },
): void {
  const { look, shutdownSignal, details, route } = options
  app.get('/livez', route, async () => ({ status: 'ok' }))
  app.get('/readyz', route, async (_request, reply) => {
    const problems = shutdownSignal?.aborted ? ['The process is stopping.'] : [...(await look()).values()]
    if (problems.length === 0) return { status: 'ok', ...(await details()) }
    return reply.code(503).send({ status: 'unavailable', problems, ...(await details()) })
  })
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onListen', async () => {
    watchReadiness({ look, log: app.log, signal: closing.signal }).catch((error: unknown) =>
      app.log.error({ err: error }, 'readiness is not watched any more'),
    )
  })
}

/** What a service that takes commands cannot work without. */
export type CommandNeed = 'PostgreSQL' | 'The event log' | 'The tables' | 'The clock' | 'The data keys'

/** Checks everything that commands need. */
export function commandReadiness(
  needs: Pick<WebDependencies, 'tables' | 'storeWaitMs'> & {
    readonly pool: { query(sql: string): Promise<unknown> }
    readonly store: { head(): Promise<unknown> }
    readonly checkWrites?: () => Promise<void>
    readonly clockCheck?: { problem(): string | undefined }
    readonly dataKeys: { check(): Promise<void> }
  },
): Look<CommandNeed> {
  const { pool, store, tables, clockCheck, checkWrites, dataKeys, storeWaitMs } = needs
  return sharedLook<CommandNeed>(
    {
      PostgreSQL: () => pool.query('select 1'),
      'The event log': () => Promise.all([store.head(), checkWrites?.()]),
      'The tables': async () => tables?.check(),
      // Until there are tables, they are what is missing.
      'The data keys': async () => {
        const isThere = await tables?.check().then(
          () => true,
          () => false,
        )
        if (isThere ?? true) await dataKeys.check()
      },
      'The clock': async () => {
        const problem = clockCheck?.problem()
        if (problem !== undefined) throw new Error(problem)
      },
    },
    storeWaitMs,
  )
}
