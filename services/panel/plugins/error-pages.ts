import { reasonOf } from '@ecmr/process'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PanelServer } from '../panel-server.js'
import { problemFromError } from '../problems/from-error.js'
import type { PageProblem } from '../problems/page-problem.js'
import { problems } from '../texts/problems.js'

/** Answers every error with a page that says what to do. What went wrong unforeseen is logged; nobody sees internals. */
export function answerWithErrorPages(app: PanelServer): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = problemFromError(error)
    if (problem !== error) logFault(request, error, problem)
    return sendProblemPage(request, reply, problem)
  })
}

/** In an outage every request fails for the same reason: one short line each, without a stack. */
function logFault(request: FastifyRequest, error: unknown, { status, code }: PageProblem): void {
  const fields = { request_id: request.id, code }
  if (code === 'unavailable') request.log.warn({ ...fields, reason: reasonOf(error) }, 'page refused')
  else if (status >= 500) request.log.error({ ...fields, err: error }, 'page failed')
}

function sendProblemPage(request: FastifyRequest, reply: FastifyReply, problem: PageProblem): FastifyReply {
  const said = problems[request.visitor.language][problem.code]
  // What was to be a file to download or to keep is a page that says why not.
  reply.removeHeader('content-disposition').removeHeader('cache-control')
  reply.code(problem.status).headers(problem.headers)
  return reply.page('pages/errors/problem', {
    title: said.title,
    sentence: said.sentence,
    requestId: request.id,
  })
}
