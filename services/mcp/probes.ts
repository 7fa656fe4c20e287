import { sharedLook, watchReadiness } from '@ecmr/runtime'
import type { McpDependencies } from './dependencies.js'
import type { McpServer } from './mcp-server.js'

const probe = { config: { access: 'public', rateLimit: false, always: true } } as const

/**
 * For orchestrators: `/livez` while the process runs, `/readyz` while it can answer assistants.
 * While it listens the log says each change of readiness once.
 */
export function answerProbes(app: McpServer, dependencies: McpDependencies): void {
  const { asked, pool, tables, documents } = dependencies
  const look = sharedLook({
    PostgreSQL: () => pool.query('select 1'),
    'The tables': async () => tables?.check(),
  })
  app.get('/livez', probe, async () => ({ status: 'ok' }))
  app.get('/readyz', probe, async (_request, reply) => {
    const problems = asked?.aborted ? ['The process is stopping.'] : [...(await look()).values()]
    if (problems.length === 0) return { status: 'ok', reading: documents.protection?.() }
    return reply.code(503).send({ status: 'unavailable', problems, reading: documents.protection?.() })
  })
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onListen', async () => {
    watchReadiness({ look, log: app.log, signal: closing.signal }).catch((error: unknown) =>
      app.log.error({ err: error }, 'readiness is not watched any more'),
    )
  })
}
