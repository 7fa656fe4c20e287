import { lacksSecondFactor } from '@ecmr/accounts'
import type { PanelServer } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'

/** Where people set up what they need for the second step of a login. */
export const SECURITY = '/cuenta/seguridad'

/**
 * Leads people without a second factor to setting one up, while they act for a company that requires it. Until then nothing else works
 * for that company: public pages do not know them.
 */
export function askForSecondFactors(app: PanelServer): void {
  app.addHook('onRequest', async (request, reply) => {
    const { signedIn, ...visitor } = request.visitor
    const { access, beforeSecondFactor, showsCompany, isUse } = request.routeOptions.config
    if (signedIn === undefined || !lacksSecondFactor(signedIn, signedIn.company)) return
    if (access === undefined || beforeSecondFactor) return
    if (access === 'public' && !showsCompany) {
      request.visitor = { ...visitor, signedIn: undefined }
      return
    }
    if (request.method === 'GET' && isUse !== false) return reply.redirect(SECURITY, 303)
    throw new PageProblem('second_factor_required')
  })
}
