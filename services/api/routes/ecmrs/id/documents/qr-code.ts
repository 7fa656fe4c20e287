import { documentUrlOf } from '@ecmr/application'
import { qrPng, qrSvg } from '@ecmr/documents'
import { Type } from '@sinclair/typebox'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Route } from '../../../../api-server.js'
import type { ApiContext } from '../../../../context.js'
import { notYetKnown } from '../../../../problems/from-outcome.js'
import { notIssued } from '../../../../problems/not-issued.js'
import { notFoundProblem, readProblems } from '../../../problem-answers.js'
import { noteParams } from '../note-params.js'
import { namedNote } from './named-document.js'

const picture = (type: string) => ({
  description: 'The QR code',
  content: { [type]: { schema: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }) } },
})

export const readDocumentQrSvg: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/document.qr.svg',
    {
      config: { access: 'ecmrs:read', answers: 'anything' },
      schema: {
        operationId: 'readDocumentQrSvg',
        tags: ['Documents'],
        summary: 'The QR code of the current document as a drawing',
        params: noteParams,
        response: { 200: picture('image/svg+xml'), ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      return sendCode(reply, 'image/svg+xml', await addressOf(context, request, reply), qrSvg)
    },
  )
}

export const readDocumentQrPng: Route = (app, context) => {
  app.get(
    '/api/ecmrs/:id/document.qr.png',
    {
      config: { access: 'ecmrs:read', answers: 'anything' },
      schema: {
        operationId: 'readDocumentQrPng',
        tags: ['Documents'],
        summary: 'The QR code of the current document as a picture',
        params: noteParams,
        response: { 200: picture('image/png'), ...readProblems, ...notFoundProblem },
      },
    },
    async (request, reply) => {
      return sendCode(reply, 'image/png', await addressOf(context, request, reply), qrPng)
    },
  )
}

async function addressOf(
  context: ApiContext,
  request: FastifyRequest<{ Params: { id: string } }>,
  reply: FastifyReply,
): Promise<string> {
  const { note, behind } = await namedNote(context, request, reply, request.params)
  const url = await documentUrlOf(context, note)
  if (url === null) throw behind ? notYetKnown() : notIssued()
  return url
}

async function sendCode(
  reply: FastifyReply,
  type: string,
  url: string,
  draw: (text: string) => Promise<string | Uint8Array>,
): Promise<FastifyReply> {
  return reply
    .type(type)
    .header('cache-control', 'private, no-cache')
    .send(await draw(url))
}
