import { withActorNames } from '@ecmr/accounts'
import { changeFeed, changeFeedQuery, LARGEST_PAGE } from '@ecmr/contract'
import { START } from '@ecmr/event-store'
import { companyChanges } from '@ecmr/read-models'
import type { Route } from '../../api-server.js'
import { freshReadsOf } from '../../fresh-reads.js'
import { Problem } from '../../problems/problem.js'
import { pageLinks, withQuery } from '../../records/page-links.js'
import { readProblems } from '../problem-answers.js'

/** For those who cannot receive webhooks: what happened to the company's notes after a position. */
export const listChanges: Route = (app, context) => {
  const { pool, store } = context
  app.get(
    '/api/events',
    {
      config: { access: 'ecmrs:read', expensive: true },
      schema: {
        operationId: 'listChanges',
        tags: ['Changes'],
        summary: 'Follow what happens to the notes of your company',
        querystring: changeFeedQuery,
        response: { 200: changeFeed, ...readProblems },
      },
    },
    async (request, reply) => {
      const { after } = request.query
      if (!store.isPosition(after)) throw unknownPlace()
      await freshReadsOf(context, request, reply).waitFor('history')
      const limit = Math.min(request.query.limit, LARGEST_PAGE)
      const { company } = request.caller
      const { entries, hasMore } = await companyChanges(pool, company, { after, limit })
      if (entries.length === 0 && after !== START) {
        const head = await context.reads.log.read(() => store.head())
        if (head && after > head.value) throw beyondTheEnd()
      }
      const data = await withActorNames(pool, company, entries)
      const next_cursor = data.at(-1)?.position ?? after
      reply.header('link', pageLinks({ next: withQuery(request.url, { after: next_cursor, limit }) }))
      return { data, pagination: { limit, has_more: hasMore, next_cursor } }
    },
  )
}

/** Waiting there would pass over all that comes until then. */
function beyondTheEnd(): Problem {
  const message =
    'This lies beyond the newest event: it is no position that you were given, or the log was restored from an older copy since. Begin without one.'
  const errors = [{ pointer: '/after', code: 'out_of_range', message }]
  return new Problem('invalid_request', 'Fix the query parameter after.', { errors })
}

/** Positions change when the log moves to another store; going on from a former one would leave out entries. */
function unknownPlace(): Problem {
  const message = 'Send a position as you got it. If it is from before the log was moved, begin without one.'
  const errors = [{ pointer: '/after', code: 'out_of_range', message }]
  return new Problem('invalid_request', 'Fix the query parameter after.', { errors })
}
