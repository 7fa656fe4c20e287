import { watchReadiness } from '@ecmr/runtime'
import type { ApiServer } from '../api-server.js'
import type { ApiContext } from '../context.js'

const probe = {
  config: { access: 'public', rateLimit: false, always: true },
  schema: { hide: true },
} as const

/**
 * For orchestrators: `/livez` while the process runs, `/readyz` while it can accept commands. While it listens the log
 * says each change of readiness once.
 */
export function answerProbes(
  app: ApiServer,
  { readiness, asked, documents }: Pick<ApiContext, 'readiness' | 'asked' | 'documents'>,
): void {
  app.get('/livez', probe, async () => ({ status: 'ok' }))
  app.get('/readyz', probe, async (_request, reply) => {
    const problems = asked?.aborted ? ['The process is stopping.'] : [...(await readiness()).values()]
    if (problems.length === 0) return { status: 'ok', reading: documents.protection?.() }
    return reply.code(503).send({ status: 'unavailable', problems, reading: documents.protection?.() })
  })
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  app.addHook('onListen', async () => {
    watchReadiness({ look: readiness, log: app.log, signal: closing.signal }).catch((error: unknown) =>
      app.log.error({ err: error }, 'readiness is not watched any more'),
    )
  })
}
