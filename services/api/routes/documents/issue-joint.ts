import { documentEntry, issueJointDocument, type JointIssuing, type NotJoined } from '@ecmr/application'
import { documentEntry as entryView, jointDocumentBody } from '@ecmr/contract'
import type { Route } from '../../api-server.js'
import { freshReadsOf } from '../../fresh-reads.js'
import { callerOf, clientKeyOf } from '../../commands/caller.js'
import { issuedOf } from '../../problems/from-outcome.js'
import { notFound } from '../../problems/not-found.js'
import { Problem } from '../../problems/problem.js'
import { notFoundProblem, writeProblems } from '../problem-answers.js'

export const issueJoint: Route = (app, context) => {
  app.post(
    '/api/documents',
    {
      config: { access: 'ecmrs:write' },
      schema: {
        operationId: 'issueJointDocument',
        tags: ['Documents'],
        summary: 'Issue one control document for several notes with the same shipper and carrier',
        body: jointDocumentBody,
        response: { 200: entryView, 201: entryView, ...writeProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { ecmr_ids, language } = request.body
      const noteIds = ecmr_ids.map((id) => id.toLowerCase())
      refuseRepeats(noteIds)
      const key = clientKeyOf(request)
      const issuing = await issueJointDocument(context, callerOf(request), { noteIds, language, key })
      const issued = issuedOf(joinedOf(issuing))
      const { note, document, position, replayed } = issued
      // Anyone who follows the address next finds what was issued.
      await freshReadsOf(context, request, reply).waitFor('documents')
      const n = note.documents.indexOf(document) + 1
      const entry = await documentEntry(context, note, n)
      if (!entry) throw notFound()
      reply.header('x-position', position)
      if (replayed) reply.header('idempotent-replayed', 'true')
      if (issued.outcome === 'issued')
        reply.code(201).header('location', `/api/ecmrs/${note.id}/documents/${n}`)
      return entry
    },
  )
}

function refuseRepeats(ids: readonly string[]): void {
  const index = ids.findIndex((id, at) => ids.indexOf(id) !== at)
  if (index === -1) return
  const message = `Name each note once; ${ids[index]} is listed twice.`
  const errors = [{ pointer: `/ecmr_ids/${index}`, code: 'repeated', message }]
  throw new Problem('invalid_request', 'Fix the error listed in errors.', { errors })
}

const sentences: Readonly<Record<NotJoined, string>> = {
  cancelled: 'is cancelled',
  not_national: 'is not known to be transport within Spain, as a DeCA requires',
  shipper: 'has a different contracting shipper from the first one',
  carrier: 'has a different carrier from the first one',
}

/** Throws a Problem that names the first note that cannot be part of it. */
function joinedOf(issuing: JointIssuing) {
  if (issuing.outcome === 'unknown_note')
    throw new Problem('not_found', `There is no consignment note ${issuing.noteId}.`)
  if (issuing.outcome === 'not_joined')
    throw new Problem('different_parties', `Note ${issuing.noteId} ${sentences[issuing.reason]}.`)
  return issuing
}
