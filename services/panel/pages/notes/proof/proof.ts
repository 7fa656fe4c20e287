import { proveNote } from '@ecmr/application'
import { sendArchive } from '@ecmr/web'
import { access, type Pages, signedIn } from '../../../panel-server.js'
import { PageProblem } from '../../../problems/page-problem.js'
import { readMoment } from '../read/moment.js'
import { seenNote } from '../shared/own-note.js'

/** The proof of a note as a file: of the note as it is, or as the same query shows it on its page. */
export const proofPages: Pages = (app, context) => {
  app.get<{ Params: { id: string }; Querystring: { version?: unknown; en?: unknown } }>(
    '/ecmrs/:id/prueba',
    access.auditor,
    async (request, reply) => {
      const { company } = signedIn(request)
      const { language } = request.visitor
      const own = await seenNote(context, company.id, request.params.id)
      const { note } = readMoment(own, request.query, language, company.time_zone)
      const proof = await proveNote(context, { note, access: own.access }, language)
      if (proof.outcome === 'not_sealed') throw new PageProblem('unavailable', { 'retry-after': '2' })
      if (proof.outcome === 'too_large') throw new PageProblem('proof_too_large')
      const { bundle } = proof
      await bundle.check()
      return sendArchive(reply, bundle)
    },
  )
}
