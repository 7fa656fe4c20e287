import { type Look, sharedLook, watchReadiness } from '@ecmr/runtime'
import type { PanelDependencies } from './dependencies.js'
import type { PanelServer } from './panel-server.js'

const probe = { config: { access: 'public', rateLimit: false, always: true } } as const

/**
 * For orchestrators: `/livez` while the process runs, `/readyz` while it can show pages and take forms.
 * While it listens the log says each change of readiness once.
 */
export function answerProbes(app: PanelServer, dependencies: PanelDependencies): void {
  const { asked, documents } = dependencies
  const look = lookAt(dependencies)
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

function lookAt({
  pool,
  store,
  tables,
  clockCheck,
  checkWrites,
}: Pick<PanelDependencies, 'pool' | 'store' | 'tables' | 'clockCheck' | 'checkWrites'>): Look {
  return sharedLook({
    PostgreSQL: () => pool.query('select 1'),
    'The event log': () => Promise.all([store.head(), checkWrites?.()]),
    'The tables': async () => tables?.check(),
    'The clock': async () => {
      const problem = clockCheck?.problem()
      if (problem !== undefined) throw new Error(problem)
    },
  })
}
