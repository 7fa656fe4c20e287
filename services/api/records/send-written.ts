import type { FastifyReply } from 'fastify'

/** Sends an answer that was written out already, as it was. */
export function sendWritten(reply: FastifyReply, body: Buffer): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(body)
}
