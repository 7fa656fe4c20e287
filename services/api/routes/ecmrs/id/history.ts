import { withActorNames } from '@ecmr/accounts'
import { findNoteId, sharedHistory } from '@ecmr/application'
import { historyPage, historyQuery, LARGEST_PAGE } from '@ecmr/contract'
import { noteHistory } from '@ecmr/read-models'
import type { Route } from '../../../api-server.js'
import { freshReadsOf } from '../../../fresh-reads.js'
import { foundOf, notYetKnown } from '../../../problems/from-outcome.js'
import { notFound } from '../../../problems/not-found.js'
import { Problem } from '../../../problems/problem.js'
import { numberedPage } from '../../../records/numbered-page.js'
import { countCursor, countInCursor } from '../../../records/page-place.js'
import { notFoundProblem, readProblems } from '../../problem-answers.js'
import { noteParams } from './note-params.js'

export const listEcmrEvents: Route = (app, context) => {
  const { pool } = context
  app.get(
    '/api/ecmrs/:id/events',
    {
      config: { access: 'ecmrs:read', expensive: true },
      schema: {
        operationId: 'listEcmrEvents',
        tags: ['Consignment notes'],
        summary: 'Read a note’s history: who, when, what changed',
        params: noteParams,
        querystring: historyQuery,
        response: { 200: historyPage, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const reads = freshReadsOf(context, request, reply)
      const { company } = request.caller
      const { id } = foundOf(await findNoteId({ pool, reads }, company, request.params.id))
      const isFresh = await reads.waitFor('history')
      const { page, cursor } = request.query
      const limit = Math.min(request.query.limit, LARGEST_PAGE)
      const byCursor = cursor !== undefined
      const list = ['events', company, id]
      const after = byCursor ? countInCursor(cursor, list) : (page - 1) * limit
      const own = await noteHistory(pool, company, id, { after, limit })
      const found =
        own.total === 0 ? await sharedHistory({ ...context, reads }, company, id, { after, limit }) : own
      const { entries, total, hasMore, isAfterCut } = found
      if (total === 0) throw isFresh ? notFound() : notYetKnown()
      if (isAfterCut && !byCursor) throw walkByCursor()
      const last = entries.at(-1)
      const isCut = hasMore && entries.length < limit
      const nextCursor = hasMore && last ? countCursor(last.version, list) : null
      const { url } = request
      const place = { url, page, limit, total, hasMore, nextCursor, byCursor, isCut }
      const { link, pagination } = numberedPage(place)
      reply.header('link', link)
      const data = await withActorNames(pool, company, entries)
      return { data, pagination: { ...pagination, total_is_exact: true } }
    },
  )
}

/** A page that was cut moves all later ones, so that their numbers would leave out entries. */
function walkByCursor(): Problem {
  const message =
    'Earlier entries are so large that pages were cut; go on with pagination.next_cursor instead.'
  const errors = [{ pointer: '/page', code: 'out_of_range', message }]
  return new Problem('invalid_request', 'Fix the query parameter page.', { errors })
}
