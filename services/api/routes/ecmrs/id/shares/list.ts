import { publicCompanies } from '@ecmr/accounts'
import { readNote, shareViewOf, shownCompany } from '@ecmr/application'
import { shareList } from '@ecmr/contract'
import type { Route } from '../../../../api-server.js'
import { freshReadsOf } from '../../../../fresh-reads.js'
import { foundOf } from '../../../../problems/from-outcome.js'
import { notFoundProblem, readProblems } from '../../../problem-answers.js'
import { noteParams } from '../note-params.js'

export const listShares: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/shares',
    {
      config: { access: 'ecmrs:read', expensive: true },
      schema: {
        operationId: 'listShares',
        tags: ['Consignment notes'],
        summary: 'List with which companies a note is shared, and whose it is, newest first',
        params: noteParams,
        response: { 200: shareList, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const reads = freshReadsOf(context, request, reply)
      const read = await readNote({ ...context, reads }, request.caller.company, request.params.id)
      const { company_id, shares } = foundOf(read).note
      const ids = [company_id, ...shares.map((share) => share.company_id)]
      const companies = await publicCompanies(context.pool, ids)
      const owner = shownCompany(companies, company_id)
      return {
        ...(owner && { owner }),
        data: shares.map((share) => shareViewOf(share, companies)).toReversed(),
      }
    },
  )
}
