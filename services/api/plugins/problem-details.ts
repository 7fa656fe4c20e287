import { reasonOf } from '@ecmr/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiServer } from '../api-server.js'
import { problemFromError } from '../problems/from-error.js'
import type { Problem } from '../problems/problem.js'

/** Answers every error as RFC 9457 problem details. What went wrong unforeseen is logged; the client sees no internals. */
export function answerWithProblemDetails(app: ApiServer): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemFromError(error, request)
    if (error !== problem) logFault(request, error, problem)
    return sendProblem(request, reply, problem)
  })
}

/** In an outage every request fails for the same reason: one short line each, without a stack. */
function logFault(request: FastifyRequest, error: unknown, { status, code }: Problem): void {
  const fields = { request_id: request.id, code }
  // The reader has logged why.
  if (code === 'ocr_unavailable') return
  if (code === 'unavailable') request.log.warn({ ...fields, reason: reasonOf(error) }, 'request refused')
  else if (status >= 500) request.log.error({ ...fields, err: error }, 'request failed')
}

/** Sends a problem as it is. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { code, title, status, detail } = problem
  const { errors, allowed_transitions, closable_from, headers = {} } = problem.more
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type('application/problem+json')
    .send({
      type: `urn:ecmr:problem:${code}`,
      title,
      status,
      detail,
      code,
      request_id: request.id,
      ...(errors && { errors }),
      ...(allowed_transitions && { allowed_transitions }),
      ...(closable_from !== undefined && { closable_from }),
    })
}
