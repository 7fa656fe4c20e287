import type { Readable } from 'node:stream'
import { languageOf, type NoteProof, proveNote } from '@ecmr/application'
import { proofQuery } from '@ecmr/contract'
import type { ProofBundle } from '@ecmr/evidence'
import { sendArchive } from '@ecmr/web'
import { Type } from '@sinclair/typebox'
import type { Route } from '../../../api-server.js'
import { heldTag } from '../../../conditional-requests.js'
import { Problem } from '../../../problems/problem.js'
import { asOfOf } from '../../../records/as-of.js'
import { notFoundProblem, problem, readProblems, unchanged } from '../../problem-answers.js'
import { namedNote } from './documents/named-document.js'
import { noteParams } from './note-params.js'

const zipAnswer = {
  description: 'The proof, to be verified offline; README.txt in it says how',
  content: { 'application/zip': { schema: Type.Unsafe<Readable>({ type: 'string', format: 'binary' }) } },
}

export const readEcmrProof: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/proof',
    {
      config: { access: 'ecmrs:read', answers: 'anything', expensive: true },
      schema: {
        operationId: 'readEcmrProof',
        tags: ['Consignment notes'],
        summary:
          'Download the proof of a note’s events, now or as of an instant: a file to be verified offline',
        params: noteParams,
        querystring: proofQuery,
        response: {
          200: zipAnswer,
          304: unchanged,
          ...readProblems,
          ...notFoundProblem,
          409: problem('The proof would be larger than verifiers take'),
        },
      },
    },
    async (request, reply) => {
      const { language } = request.query
      const named = { id: request.params.id, ...asOfOf(request.query) }
      const found = await namedNote(context, request, reply, named)
      const bundle = bundleOf(await proveNote(context, found, language ?? languageOf(found.note)))
      const etag = `"${bundle.digest}"`
      reply.header('etag', etag).header('cache-control', 'private, no-cache')
      const held = heldTag(request, etag)
      if (held !== undefined) return reply.header('etag', held).code(304).send()
      await bundle.check()
      return sendArchive(reply, bundle)
    },
  )
}

function bundleOf(proof: NoteProof): ProofBundle {
  switch (proof.outcome) {
    case 'proved':
      return proof.bundle
    case 'not_sealed':
      throw new Problem(
        'unavailable',
        'The note’s last event is not covered by a checkpoint yet. Try again in a moment.',
        { headers: { 'retry-after': '2' } },
      )
    case 'too_large':
      throw new Problem(
        'proof_too_large',
        `The proof would have ${proof.bytes.toLocaleString('en')} bytes with the note’s documents. Ask for it as of an earlier instant.`,
      )
    default:
      return proof satisfies never
  }
}
