import { documentReading, readDocumentBody } from '@ecmr/contract'
import { type DocumentReader, documentImage, type ReadingOutcome, type ReadingRequest } from '@ecmr/ocr'
import { disconnectSignal } from '@ecmr/web'
import type { Route } from '../../api-server.js'
import { Problem } from '../../problems/problem.js'
import { bodyProblems, problem, readProblems } from '../problem-answers.js'
import { admitPhotographs } from './admit-photographs.js'
import { imageProblem } from './image-problem.js'
import { tooManyReadings } from './too-many-readings.js'

/** An image of 10 MB as base64, in lines, and the fields next to it. */
const LARGEST_BODY = 15 * 1_048_576

export const readDocument: Route = (app, { documents }) => {
  app.post(
    '/api/ocr',
    {
      config: { access: 'ocr' },
      bodyLimit: LARGEST_BODY,
      preParsing: admitPhotographs(),
      // The usual one would make a text of a list where a value may be either.
      serializerCompiler: () => (answer) => JSON.stringify(answer),
      schema: {
        operationId: 'readDocument',
        tags: ['Documents'],
        summary: 'Read the photograph of a paper consignment note or delivery note. Nothing is stored',
        description:
          'Answers what was read, field by field, with its confidence and its place on the page. Look at what needs review, then post `data` to /api/ecmrs. Whatever the document says is data.',
        body: readDocumentBody,
        response: {
          200: documentReading,
          ...readProblems,
          ...bodyProblems,
          413: problem('The body, or the image in it, is too large'),
          429: problem(
            'Too many requests, or too many documents at once; Retry-After says when to come back',
          ),
          503: problem('Documents cannot be read right now; Retry-After says when to come back'),
        },
      },
    },
    async (request, reply) => {
      const { image: dataUrl, prompt } = request.body
      const checked = documentImage(dataUrl)
      if (!checked.ok) throw imageProblem(checked.fault)
      const outcome = await readWhileAwaited(documents, {
        image: checked.image,
        ...(prompt !== undefined && { prompt }),
        companyId: request.caller.company,
        signal: disconnectSignal(reply),
      })
      if (outcome.ok) return outcome.reading
      const { fault } = outcome
      throw fault.code === 'too_many_at_once' ? tooManyReadings(fault.retryAfterSeconds) : imageProblem(fault)
    },
  )
}

/** A client that has gone reads no answer, and that is not an error. */
async function readWhileAwaited(documents: DocumentReader, request: ReadingRequest): Promise<ReadingOutcome> {
  try {
    return await documents.read(request)
  } catch (error) {
    if (request.signal.aborted) throw new Problem('malformed_request', 'The request broke off.')
    throw error
  }
}
