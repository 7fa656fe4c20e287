import type { PanelDependencies } from '../dependencies.js'
import type { PanelServer } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'

/** Says on every page that the service is not ready, until the tables are there. */
export function refuseUntilPrepared(app: PanelServer, tables: PanelDependencies['tables']): void {
  if (tables === undefined) return
  app.addHook('onRequest', async (request) => {
    if (tables.problem() === undefined || request.routeOptions.config.always) return
    throw new PageProblem('unavailable', { 'retry-after': '1' })
  })
}
