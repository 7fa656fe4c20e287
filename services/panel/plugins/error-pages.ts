import { reasonOf } from '@ecmr/runtime'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { showOtherForm, showOtherLink } from '../pages/company/switch/other-company.js'
import type { PanelServer } from '../panel-server.js'
import { type PageProblem, problemFromError } from '../problems/page-problem.js'
import { keptTexts, problems } from '../texts/problems.js'
import { keptForm } from './kept-form.js'
import { type FindOwner, otherOwner } from './other-companies.js'

/** After these the same form can be sent once more. */
const WORTH_REPEATING: readonly PageProblem['code'][] = [
  'form_expired',
  'session_ended',
  'second_factor_required',
  'unavailable',
  'documents_unavailable',
]

/** Answers every error with a page that says what to do. Unexpected errors are logged; visitors never see internals. */
export function answerWithErrorPages(app: PanelServer, findOwner: FindOwner): void {
  app.setErrorHandler(async (error, request, reply) => {
    const problem = problemFromError(error)
    if (problem !== error) logFault(request, error, problem)
    if (problem.code === 'other_company') return showOtherForm(request, clean(reply).code(problem.status))
    const owner = problem.code === 'not_found' ? await otherOwner(request, findOwner) : undefined
    if (owner) return showOtherLink(request, clean(reply), { owner, onwards: request.url })
    return sendProblemPage(request, reply, problem)
  })
}

/** What was to be a file to download or to keep is a page that says why not. */
function clean(reply: FastifyReply): FastifyReply {
  return reply.removeHeader('content-disposition').removeHeader('cache-control')
}

/** In an outage every request fails for the same reason: one short line each, without a stack. */
function logFault(request: FastifyRequest, error: unknown, { status, code }: PageProblem): void {
  const fields = { request_id: request.id, code }
  if (code === 'unavailable') request.log.warn({ ...fields, reason: reasonOf(error) }, 'page refused')
  else if (status >= 500) request.log.error({ ...fields, err: error }, 'page failed')
}

function sendProblemPage(request: FastifyRequest, reply: FastifyReply, problem: PageProblem): FastifyReply {
  const { language } = request.visitor
  const said = problems[language][problem.code]
  clean(reply).code(problem.status).headers(problem.headers)
  const kept = WORTH_REPEATING.includes(problem.code) ? keptForm(request) : undefined
  return reply.page('pages/errors/problem', {
    title: said.title,
    sentence: said.sentence,
    kept,
    scripts: kept ? ['note-draft.js'] : [],
    // It was not even read, but the browser still has it.
    canReload: problem.code === 'unavailable' && request.method === 'POST',
    logInFirst: problem.code === 'session_ended',
    t: keptTexts[language],
    // A mistyped address is not worth a report.
    requestId: problem.status >= 500 ? request.id : undefined,
  })
}
