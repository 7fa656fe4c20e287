import { type ProblemView, problemType } from '@ecmr/contract'
import { reasonOf } from '@ecmr/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ApiServer } from '../api-server.js'
import { problemFromError } from '../problems/from-error.js'
import type { Problem } from '../problems/problem.js'

/** Answers every error as RFC 9457 problem details. What went wrong unforeseen is logged; the client sees no internals. */
export function answerWithProblemDetails(app: ApiServer, siteUrl: string): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemFromError(error, request)
    if (error !== problem) logFault(request, error, problem)
    return sendProblem(siteUrl, request, reply, problem)
  })
}

/** In an outage every request fails for the same reason: one short line each, without a stack. */
export function logFault(request: FastifyRequest, error: unknown, { status, code }: Problem): void {
  const fields = { request_id: request.id, code }
  // The reader has logged why.
  if (code === 'ocr_unavailable') return
  if (code === 'unavailable') request.log.warn({ ...fields, reason: reasonOf(error) }, 'request refused')
  else if (status >= 500) request.log.error({ ...fields, err: error }, 'request failed')
}

/** Sends a problem as it is. */
export function sendProblem(
  siteUrl: string,
  request: FastifyRequest,
  reply: FastifyReply,
  problem: Problem,
): FastifyReply {
  return reply
    .code(problem.status)
    .headers({ 'cache-control': 'no-store', ...problem.more.headers })
    .type('application/problem+json')
    .send(problemBody(siteUrl, problem, request.id))
}

/** A problem as RFC 9457 writes it. */
export function problemBody(
  siteUrl: string,
  { code, title, status, detail, more }: Problem,
  requestId: string,
): ProblemView {
  const { errors, allowed_transitions, closable_from } = more
  return {
    type: problemType(siteUrl, code),
    title,
    status,
    detail,
    code,
    request_id: requestId,
    ...(errors && { errors }),
    ...(allowed_transitions && { allowed_transitions: [...allowed_transitions] }),
    ...(closable_from !== undefined && { closable_from }),
  }
}
