import { lookUpHandle, publicCompanies } from '@ecmr/accounts'
import { type LookUpHandle, readNote, shareNote, shareViewOf } from '@ecmr/application'
import { shareBody, shareView } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { callerOf, clientKeyOf } from '../../../../commands/caller.js'
import { etagOf, ifMatchVersions } from '../../../../conditional-requests.js'
import { freshReadsOf } from '../../../../fresh-reads.js'
import { foundOf, problemFromOutcome } from '../../../../problems/from-outcome.js'
import { Problem } from '../../../../problems/problem.js'
import { notFoundProblem, staleProblem, writeProblems } from '../../../problem-answers.js'
import { noteParams } from '../note-params.js'

export const shareEcmr: Route = (app, context) => {
  const { pool } = context
  const lookUp: LookUpHandle = (asking, handle) => lookUpHandle(pool, asking, handle)
  const cases = { ...context, lookUpHandle: lookUp }
  app.post(
    '/api/ecmrs/:id/shares',
    {
      config: { access: 'ecmrs:write' },
      schema: {
        operationId: 'shareEcmr',
        tags: ['Consignment notes'],
        summary: 'Share a note with another company of this installation, to read it or to act in a role',
        params: noteParams,
        body: shareBody,
        response: { 201: shareView, ...writeProblems, ...notFoundProblem, ...staleProblem },
      },
    },
    async (request, reply) => {
      const reads = freshReadsOf(context, request, reply)
      const { company } = request.caller
      const { note } = foundOf(await readNote({ ...context, reads }, company, request.params.id))
      const shared = await shareNote(cases, callerOf(request), {
        ...{ note, body: request.body },
        key: clientKeyOf(request),
        ifMatch: ifMatchVersions(request),
      })
      if (shared.outcome === 'too_many_lookups') throw tooManyLookups(shared.retryAfterSeconds)
      if (shared.outcome !== 'shared') throw problemFromOutcome(shared)
      const { share, replayed } = shared
      if (replayed) reply.header('idempotent-replayed', 'true')
      reply.code(201).header('location', `/api/ecmrs/${note.id}/shares`)
      reply.header('etag', etagOf(shared.note.version))
      return shareViewOf(share, await publicCompanies(pool, [share.company_id]))
    },
  )
}

function tooManyLookups(seconds: number): Problem {
  return new Problem(
    'rate_limited',
    `Too many handles were tried that no company has; try again in ${seconds} s.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
