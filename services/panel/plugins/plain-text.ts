import type { PanelServer } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'

/** Refuses NUL bytes in addresses and forms: they are never typed, and PostgreSQL has no text that holds one. */
export function refuseNulBytes(app: PanelServer): void {
  app.addHook('onRequest', async ({ url }) => {
    if (url.includes('%00')) throw new PageProblem('malformed')
  })
  app.addHook('preValidation', async ({ body }) => {
    if (typeof body === 'object' && body !== null && Object.entries(body).flat(2).some(holdsNul))
      throw new PageProblem('malformed')
  })
}

function holdsNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0')
}
