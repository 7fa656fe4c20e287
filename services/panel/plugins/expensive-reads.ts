import type { ExpensiveReads } from '@ecmr/runtime'
import { type PanelServer, signedIn } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'

/** What reads a whole note, however large, searches, or looks through the trail; exports take turns page by page. */
const EXPENSIVE = /^\/ecmrs\/:id|^\/(ecmrs|auditoria)$/

/** Bounds how many expensive pages of each company are made at once. */
export function limitExpensiveReads(app: PanelServer, reads: ExpensiveReads): void {
  app.addHook('preHandler', async (request, reply) => {
    const { url = '' } = request.routeOptions
    if (!EXPENSIVE.test(url) || request.visitor.signedIn === undefined) return
    const gone = new AbortController()
    const leave = (): void => gone.abort()
    reply.raw.once('close', leave)
    const turn = await reads.enter(signedIn(request).company.id, { signal: gone.signal })
    if (!turn.ok) throw new PageProblem('rate_limited', { 'retry-after': String(turn.retryAfterSeconds) })
    const over = (): void => turn.leave(0)
    if (gone.signal.aborted) over()
    reply.raw.once('finish', over).once('close', over)
  })
}
