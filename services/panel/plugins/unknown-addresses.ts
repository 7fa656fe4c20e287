import type { PanelServer } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'

/** Answers what no page answers: 405 with Allow (204 to OPTIONS) where the address is known, else 404. */
export function answerUnknownAddresses(app: PanelServer): void {
  app.setNotFoundHandler((request, reply) => {
    const url = request.url.split('?', 1)[0] ?? ''
    const known = app.supportedMethods.filter((method) => {
      // Its types do not say that it may find none.
      const route: unknown = app.findRoute({ method, url })
      return route !== null
    })
    // An address for this very method has no file behind it.
    if (known.length === 0 || known.includes(request.method)) throw new PageProblem('not_found')
    const allow = [...known, 'OPTIONS'].sort().join(', ')
    if (request.method !== 'OPTIONS') throw new PageProblem('method_not_allowed', { allow })
    return reply.code(204).header('allow', allow).send()
  })
}
