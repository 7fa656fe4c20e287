import { type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { ownNote } from '../shared/own-note.js'

// Only these are drawn signatures; nothing else is answered as a picture, whatever stands in the log.
const DRAWING = /^data:(image\/(?:png|jpeg|webp));base64,([A-Za-z0-9+/]+={0,2})$/

/** The drawing of a signature, by its place among the note's signatures. */
export const signatureDrawing: Pages = (app, context) => {
  app.get<{ Params: { id: string; place: string } }>(
    '/ecmrs/:id/firmas/:place',
    { config: { access: 'member' } },
    async (request, reply) => {
      const { id, place } = request.params
      const { note } = await ownNote(context, signedIn(request).company.id, id)
      const [, type, base64] = DRAWING.exec(note.signatures[Number(place) - 1]?.signature_image ?? '') ?? []
      if (type === undefined || base64 === undefined) throw new PageProblem('not_found')
      return reply.type(type).send(Buffer.from(base64, 'base64'))
    },
  )
}
