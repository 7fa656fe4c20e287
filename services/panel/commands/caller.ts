import type { SignedIn } from '@ecmr/accounts'
import { type Caller, type FormKey, idsOfForm } from '@ecmr/application'
import type { Actor } from '@ecmr/event-store'
import type { FastifyRequest } from 'fastify'
import { validate as isUuid } from 'uuid'
import { signedIn } from '../panel-server.js'
import { PageProblem } from '../problems/page-problem.js'

/** The logged-in person as the event log names them. */
export function actorOf({ user, company }: SignedIn): Actor {
  return { kind: 'user', id: user.id, company_id: company.id }
}

export function callerOf(request: FastifyRequest): Caller {
  const person = signedIn(request)
  const { id: company, policy } = person.company
  return { company, policy, actor: actorOf(person), correlationId: request.id, role: person.user.role }
}

/** Whether the hidden field `once` of a form holds what we put there. */
export function isOnce(text: string): boolean {
  return isUuid(text)
}

/**
 * What makes repeats of a sent form known.
 *
 * @throws PageProblem when `once` is not as we put it there
 */
export function formKeyOf(request: FastifyRequest, form: Omit<FormKey, 'from' | 'user'>): FormKey {
  if (!isOnce(form.once)) throw new PageProblem('malformed')
  return { from: 'form', user: signedIn(request).user.id, ...form }
}

/** The id of the command that a sent form is; the same form sent again gives the same one. */
export function commandIdOf(request: FastifyRequest, form: Omit<FormKey, 'from' | 'user'>): string {
  return idsOfForm(signedIn(request).company.id, formKeyOf(request, form)).commandId
}
