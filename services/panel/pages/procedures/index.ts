import { access, type Pages } from '../../panel-server.js'
import { procedureTexts } from './texts.js'

/**
 * How notes are handled here, in answer to article 5 of the Additional Protocol to the CMR, for anyone: every document refers to
 * this page.
 */
export const procedurePages: Pages = (app) => {
  app.get('/procedimientos', access.public, async (request, reply) => {
    const t = procedureTexts[request.visitor.language]
    return reply.page('pages/procedures/procedures', { title: t.title, t })
  })
}
