import { type AboutAttachment, addAttachment, attachmentViews, mustActOn } from '@ecmr/application'
import type { SentFile } from '@ecmr/attachments'
import {
  type AttachmentForm,
  attachmentForm,
  attachmentView,
  type FetchedAttachmentBody,
  fetchedAttachmentBody,
} from '@ecmr/contract'
import type { FastifyRequest } from 'fastify'
import type { Route } from '../../../../api-server.js'
import { callerOf, clientKeyOf } from '../../../../commands/caller.js'
import { etagOf, ifMatchVersions } from '../../../../conditional-requests.js'
import type { ApiContext } from '../../../../context.js'
import { problemFromOutcome } from '../../../../problems/from-outcome.js'
import { notFoundProblem, problem, staleProblem, writeProblems } from '../../../problem-answers.js'
import { namedNote } from '../documents/named-document.js'
import { noteParams } from '../note-params.js'
import { admitUploads, LARGEST_UPLOAD } from './admit-uploads.js'
import { fetchedFile } from './fetched-file.js'
import { receiveFile } from './received-files.js'
import { unfitProblem } from './unfit-problem.js'

export const addEcmrAttachment: Route = (app, context) => {
  app.decorateRequest('sentFile', undefined)
  app.post(
    '/api/ecmrs/:id/attachments',
    {
      config: { access: 'ecmrs:write', takes: 'files' },
      bodyLimit: LARGEST_UPLOAD,
      preParsing: admitUploads,
      preValidation: receiveFile(context),
      schema: {
        operationId: 'addEcmrAttachment',
        tags: ['Attachments'],
        summary: 'Add a picture or a PDF to a note; pictures lose their metadata and keep their pixels',
        params: noteParams,
        body: {
          content: {
            'multipart/form-data': { schema: attachmentForm },
            'application/json': { schema: fetchedAttachmentBody },
          },
        },
        response: {
          201: attachmentView,
          ...writeProblems,
          ...notFoundProblem,
          ...staleProblem,
          429: problem('Too many requests, or too many files at once; Retry-After says when to come back'),
        },
      },
    },
    async (request, reply) => {
      // Nothing is fetched for a note that is not there.
      const { note: named, access } = await namedNote(context, request, reply, request.params)
      mustActOn(access)
      const noteId = named.id
      const { file, about } = await wanted(context, request)
      const added = await addAttachment(context, callerOf(request), {
        ...{ noteId, file, about, ifMatch: ifMatchVersions(request) },
        keyFor: (sha256) => keyWith(request, about.sourceUrl === undefined ? sha256 : undefined),
      })
      if (added.outcome === 'unfit')
        throw unfitProblem(added.fault, about.sourceUrl === undefined ? '/file' : '/source_url')
      if (added.outcome !== 'added') throw problemFromOutcome(added)
      const { note, attachment, position, replayed } = added
      if (replayed) reply.header('idempotent-replayed', 'true')
      const { attachment_id } = attachment
      reply
        .code(201)
        .header('location', `/api/ecmrs/${noteId}/attachments/${attachment_id}`)
        .header('etag', etagOf(note.version))
        .header('x-position', position)
      const { actor } = callerOf(request)
      const [view] = attachmentViews([attachment], () => actor)
      return view
    },
  )
}

/** The file of a request with what is said of it: sent in a form, or to be fetched. */
async function wanted(
  context: ApiContext,
  request: FastifyRequest,
): Promise<{ readonly file: SentFile; readonly about: AboutAttachment }> {
  const { body, sentFile } = request
  if (sentFile !== undefined && isForm(body)) return { file: sentFile, about: aboutOf(body) }
  if (!isFetched(body)) throw unfitProblem('required')
  return { file: await fetchedFile(context, request, body.source_url), about: aboutFetched(body) }
}

/** Each was validated by the schema of its media type, so one member tells them apart. */
const isForm = (body: unknown): body is AttachmentForm => hasMember(body, 'file')
const isFetched = (body: unknown): body is FetchedAttachmentBody => hasMember(body, 'source_url')

function hasMember(body: unknown, name: string): boolean {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name)
}

function aboutOf({ kind, title, description, keep_location, sha256 }: AttachmentForm): AboutAttachment {
  return { kind, title, description, keepLocation: keep_location === 'true', expectedSha256: sha256 }
}

function aboutFetched({ title, description, source_url }: FetchedAttachmentBody): AboutAttachment {
  return { kind: 'received_deca', title, description, sourceUrl: source_url }
}

/** Of a file that was sent the bytes belong to the request. */
function keyWith(request: FastifyRequest, sha256: string | undefined) {
  const key = clientKeyOf(request)
  if (key === undefined || sha256 === undefined) return key
  return { ...key, request: { said: key.request, file: sha256 } }
}
