import type { SentFile } from '@ecmr/attachments'
import { attachmentLimits } from '@ecmr/domain'
import { FORM_LIMITS, type FormFault, receiveForm, UPLOAD_RETRY_S, uploadsAtOnce } from '@ecmr/web'
import multipart from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelContext } from '../context.js'
import type { PanelServer } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'

/** The name of the controls for files; of two one is for the camera. */
export const FILE_FIELD = 'file'
/** In one form. */
export const MOST_FILES = 5
/** Fields besides the files; a drawn signature is the largest of them. */
const ROOM = 1_048_576

declare module 'fastify' {
  interface FastifyRequest {
    /** the files of a form, where some are taken */
    sentFiles: { readonly files: readonly SentFile[]; readonly fault?: FormFault }
  }
}

/** Takes forms with files at the addresses of a part of the panel; their fields are the body. The files go with the answer. */
export function takeFiles(app: PanelServer, { uploads }: Pick<PanelContext, 'uploads'>): void {
  app.register(multipart, { limits: FORM_LIMITS })
  app.decorateRequest('sentFiles')
  // Where bodies are parsed, so before their tokens are looked at.
  app.addHook('preValidation', async (request, reply) => {
    request.sentFiles = { files: [] }
    if (!request.isMultipart()) return
    const form = await receiveForm(request, uploads, { file: FILE_FIELD, most: MOST_FILES })
    reply.raw.once('close', () => {
      form.discard().catch((err: unknown) => request.log.warn({ err }, 'an uploaded file cannot be removed'))
    })
    request.sentFiles = { files: form.files, ...(form.fault && { fault: form.fault }) }
    request.body = form.fields
  })
}

/** Lets a form with files in while there is room for it, before any of it is taken. */
export function roomForFiles(company: (request: FastifyRequest) => string | Promise<string>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const bytes = Number(request.headers['content-length'] ?? 0)
    if (bytes > MOST_FILES * attachmentLimits.bytes + ROOM) throw new PageProblem('too_large')
    if (!uploadsAtOnce.enter(reply.raw, await company(request)))
      throw new PageProblem('rate_limited', { 'retry-after': String(UPLOAD_RETRY_S) })
  }
}
