import type { ApiServer } from '../api-server.js'
import type { ApiContext } from '../context.js'

const probe = { config: { access: 'public', rateLimit: false }, schema: { hide: true } } as const

/** For orchestrators: `/livez` while the process runs, `/readyz` while it can accept commands. */
export function answerProbes(app: ApiServer, { store, pool }: Pick<ApiContext, 'store' | 'pool'>): void {
  app.get('/livez', probe, async () => ({ status: 'ok' }))
  app.get('/readyz', probe, async (_request, reply) => {
    const ready = await Promise.all([store.head(), pool.query('select 1')]).then(
      () => true,
      () => false,
    )
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable' })
  })
}
