import type { FastifyReply, FastifyRequest } from 'fastify'
import type { DocumentBytes } from './document-bytes.js'
import type { DocumentsServer } from './documents-server.js'
import type { FindDocument, PublicDocument } from './find-document.js'
import type { RequestLimits } from './limits.js'
import type { NoteRead } from './noted-reads.js'
import { plannedAnswer } from './planned-answer.js'
import { answerInWords, answerLater } from './texts.js'

/** Where this service answers on the public origin, there and below. */
export const DOCUMENT_PATHS: readonly string[] = ['/d']

interface Serving {
  readonly find: FindDocument
  readonly bytes: DocumentBytes
  readonly limits: RequestLimits
  readonly note: NoteRead
}

/** `GET|HEAD /d/{token}`: the current version of a document, for anyone who has its address. Whatever else is asked for is not there. */
export function serveDocuments(app: DocumentsServer, { find, bytes, limits, note }: Serving): void {
  app.decorateRequest('inspected', undefined)

  app.route<{ Params: { token: string } }>({
    method: ['GET', 'HEAD'],
    url: '/d/:token',
    async handler(request, reply) {
      const document = await find(request.params.token)
      if (document === undefined) return answerWrong(request, reply)
      request.inspected = document
      const state = limits.link(request)
      if (state.isExceeded) return answerLater(reply, 429, state.ttlInSeconds)
      return answer(request, reply, document)
    },
  })
  app.setNotFoundHandler(answerWrong)

  /** The same for whatever is wrong, so that nobody learns how close a guess came. */
  async function answerWrong(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const state = limits.wrong(request)
    return state.isExceeded ? answerLater(reply, 429, state.ttlInSeconds) : answerInWords(reply, 404)
  }

  async function answer(
    request: FastifyRequest,
    reply: FastifyReply,
    document: PublicDocument,
  ): Promise<FastifyReply> {
    const { sha256, bytes: size } = document.served
    const planned = plannedAnswer(request, { etag: document.headers.etag, bytes: size })
    const { status } = planned
    const isWhole = status === 200
    const needsBytes = request.method === 'GET' && (isWhole || status === 206)
    const file = needsBytes ? await bytes.get(sha256) : undefined
    note(request, document, status)
    if (status === 412) return answerInWords(reply, 412)
    if (status === 416) return answerInWords(reply.header('content-range', `bytes */${size}`), 416)
    reply.code(status).headers(document.headers)
    if (status === 304) return reply.send()
    if (status === 206) reply.header('content-range', `bytes ${planned.start}-${planned.end}/${size}`)
    if (file === undefined) return reply.header('content-length', size).send()
    return reply.send(status === 206 ? file.subarray(planned.start, planned.end + 1) : file)
  }
}
