import { access, type Pages } from '../../panel-server.js'
import { verifyProofTexts } from './texts.js'

/** Proof bundles verified by the visitor's own browser, for anyone: the file is never sent. */
export const verifyProofPages: Pages = (app) => {
  app.get('/verificar', access.public, async (request, reply) => {
    const t = verifyProofTexts[request.visitor.language]
    const looks = { styles: ['paper.css'], scripts: ['verify-proof.js'] }
    reply.letScriptsSendNothing()
    return reply.page('pages/verify-proof/verify-proof', { title: t.title, t, ...looks })
  })
}
