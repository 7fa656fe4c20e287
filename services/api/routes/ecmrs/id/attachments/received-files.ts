import type { SentFile } from '@ecmr/attachments'
import { receiveForm } from '@ecmr/web'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiContext } from '../../../../context.js'
import { unfitProblem } from './unfit-problem.js'

declare module 'fastify' {
  interface FastifyRequest {
    /** of a form: the file that it holds */
    sentFile: SentFile | undefined
  }
}

/** Takes the form of a request off the wire, its fields as the body to be validated. Its file goes with the answer. */
export function receiveFile({ uploads }: Pick<ApiContext, 'uploads'>) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!request.isMultipart()) return
    const form = await receiveForm(request, uploads, { file: 'file', most: 1 })
    reply.raw.once('close', () => {
      form.discard().catch((err: unknown) => request.log.warn({ err }, 'an uploaded file cannot be removed'))
    })
    if (form.fault) throw unfitProblem(form.fault)
    request.sentFile = form.files[0]
    request.body = { ...form.fields, ...(form.files.length > 0 && { file: '' }) }
  }
}
