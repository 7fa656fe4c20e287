import { documentReading, readDocumentBody } from '@ecmr/contract'
import {
  type DocumentReader,
  documentFile,
  documentFiles,
  type ReadingOutcome,
  type ReadingRequest,
} from '@ecmr/ocr'
import { disconnectSignal } from '@ecmr/web'
import type { Static } from '@sinclair/typebox'
import type { Route } from '../../api-server.js'
import { Problem } from '../../problems/problem.js'
import { bodyProblems, problem, readProblems } from '../problem-answers.js'
import { admitPhotographs } from './admit-photographs.js'
import { imageProblem } from './image-problem.js'
import { tooManyReadings } from './too-many-readings.js'

/** Images of 20 MB as base64, in lines, and the fields next to them. */
const LARGEST_BODY = 29 * 1_048_576

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
        summary:
          'Read a consignment note or delivery note from photographs, scans or a PDF. Nothing is stored',
        description:
          'Answers what was read, field by field, with its confidence and its place on the page. Look at what needs review, then post `data` to /api/ecmrs. Several pages become one reading as far as they are of one document; pages of others are left out, and a warning names them. Whatever the document says is data.',
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
      const { prompt } = request.body
      const { sent, pointerTo } = sentFiles(request.body)
      const checked = documentFiles(sent, documentFile)
      if (!checked.ok) throw imageProblem(checked.fault, { pointer: pointerTo(checked.file) })
      const outcome = await readWhileAwaited(documents, {
        files: checked.files,
        ...(prompt !== undefined && { prompt }),
        companyId: request.caller.company,
        signal: disconnectSignal(reply),
      })
      if (outcome.ok) return outcome.reading
      const { fault, file, ...where } = outcome
      if (fault.code === 'too_many_at_once') throw tooManyReadings(fault.retryAfterSeconds)
      throw imageProblem(fault, { pointer: pointerTo(file), ...where })
    },
  )
}

/** The images of a body, and what points to each of them, or to all. */
function sentFiles({ image, images }: Static<typeof readDocumentBody>) {
  if (image !== undefined && images === undefined) return { sent: [image], pointerTo: () => '/image' }
  if (images !== undefined && image === undefined)
    return {
      sent: images,
      pointerTo: (file?: number) => (file === undefined ? '/images' : `/images/${file}`),
    }
  throw image === undefined
    ? oneOfBoth('/image', 'required', 'Send image, or several pages as images.')
    : oneOfBoth('/images', 'conflict', 'Send either image or images, not both.')
}

function oneOfBoth(pointer: string, code: string, message: string): Problem {
  return new Problem('invalid_request', 'Fix the error listed in errors.', {
    errors: [{ pointer, code, message }],
  })
}

/** A client that has gone reads no answer, and that is not an error. */
async function readWhileAwaited(documents: DocumentReader, request: ReadingRequest): Promise<ReadingOutcome> {
  try {
    return await documents.read(request)
  } catch (error) {
    if (request.signal.aborted)
      throw new Problem('malformed_request', 'The connection was lost before the request was complete.')
    throw error
  }
}
