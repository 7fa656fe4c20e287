import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiServer } from '../api-server.js'
import { problemFromError } from '../problems/from-error.js'
import type { Problem } from '../problems/problem.js'

/** Answers every error as RFC 9457 problem details. What went wrong unforeseen is logged; the client sees no internals. */
export function answerWithProblemDetails(app: ApiServer): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemFromError(error)
    if (problem.status >= 500 && error !== problem)
      request.log.error({ err: error, request_id: request.id, code: problem.code }, 'request failed')
    return sendProblem(request, reply, problem)
  })
}

/** Sends a problem as it is. */
export function sendProblem(request: FastifyRequest, reply: FastifyReply, problem: Problem): FastifyReply {
  const { code, title, status, detail } = problem
  const { errors, allowed_transitions, headers = {} } = problem.more
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
    })
}
