import { documentUrlOf, readNote, recordOf } from '@ecmr/application'
import { ecmrQuery, ecmrRecord } from '@ecmr/contract'
import { preferredLanguage } from '@ecmr/web'
import type { Route } from '../../../api-server.js'
import { etagOfRecord, heldTag } from '../../../conditional-requests.js'
import { asksFor } from '../../../costs/asks-for.js'
import { freshReadsOf } from '../../../fresh-reads.js'
import { foundOf } from '../../../problems/from-outcome.js'
import { asOfOf } from '../../../records/as-of.js'
import { sendWritten } from '../../../records/send-written.js'
import { writtenRecords } from '../../../records/written-records.js'
import { notFoundProblem, readProblems, unchanged } from '../../problem-answers.js'
import { noteParams } from './note-params.js'

/** Folds the note's own stream, so the answer is never stale while the event log can be read. */
export const readEcmr: Route = (app, context) => {
  const written = writtenRecords()
  app.get(
    '/api/ecmrs/:id',
    {
      config: { access: 'ecmrs:read', expensive: asksFor('as_of') },
      schema: {
        operationId: 'readEcmr',
        tags: ['Consignment notes'],
        summary: 'Read a consignment note, now or as it stood at an instant',
        params: noteParams,
        querystring: ecmrQuery,
        response: { 200: ecmrRecord, 304: unchanged, ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      const { company } = request.caller
      const reads = freshReadsOf(context, request, reply)
      const asOf = asOfOf(request.query)
      const read = await readNote({ ...context, reads }, company, request.params.id, asOf)
      const { note, events, behind } = foundOf(read)
      if (!behind) reply.header('x-position', events.at(-1)?.position)
      const language = preferredLanguage(request)
      const url = await documentUrlOf(context, note)
      const document = note.documents.length > 0 ? { url } : null
      const etag = etagOfRecord({ version: note.version, document }, language)
      reply.header('etag', etag).header('vary', 'Accept-Language')
      const held = heldTag(request, etag)
      if (held !== undefined) return reply.header('etag', held).code(304).send()
      const write = () => Buffer.from(`${reply.serialize(recordOf(note, language, context.siteUrl, url))}`)
      return sendWritten(reply, written(note, `${language} ${url}`, write))
    },
  )
}
