import { closed, trackingView } from '@ecmr/contract'
import { parseEcmrNumber, statusLabel } from '@ecmr/domain'
import { shipmentFinder } from '@ecmr/read-models'
import { preferredLanguage } from '@ecmr/web'
import { Type } from '@sinclair/typebox'
import type { Route } from '../../api-server.js'
import { answerPreflights } from '../../plugins/cross-origin.js'
import { freshReadsOf } from '../../fresh-reads.js'
import { notYetKnown } from '../../problems/from-outcome.js'
import { notFound } from '../../problems/not-found.js'
import { notFoundProblem, publicProblems } from '../problem-answers.js'

const PATH = '/api/tracking/:ecmr_number'

// Looked up in place of what is no number, so that the time taken does not tell malformed from unknown.
const NO_NUMBER = ''

/** What anyone who has the number may see: it is public. */
export const readTracking: Route = (app, context) => {
  const find = shipmentFinder(context.pool)
  answerPreflights(app, PATH)
  app.get(
    PATH,
    {
      config: { access: 'public', crossOrigin: true },
      schema: {
        operationId: 'readTracking',
        tags: ['Tracking'],
        summary: 'Follow a shipment by its number, without a key',
        params: closed({ ecmr_number: Type.String({ description: 'The note’s number' }) }),
        security: [],
        response: { 200: trackingView, ...publicProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const number = parseEcmrNumber(request.params.ecmr_number)
      const isFresh = await freshReadsOf(context, request, reply).waitFor('tracking')
      const tracked = await find(number ?? NO_NUMBER)
      // While tracking is behind, it is unknown which numbers exist: all get the same answer.
      if (tracked === undefined) throw isFresh || number === undefined ? notFound() : notYetKnown()
      reply.header('vary', 'Accept-Language')
      return { ...tracked, status_label: statusLabel(tracked.status, preferredLanguage(request)) }
    },
  )
}
