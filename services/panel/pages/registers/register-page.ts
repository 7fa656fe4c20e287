import { type Entry, findEntry, type RegisterCommand } from '@ecmr/application'
import type { Register } from '@ecmr/contract'
import { registers } from '@ecmr/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf, commandIdOf } from '../../commands/caller.js'
import type { PanelContext } from '../../context.js'
import { valuesOf } from '../../forms/form.js'
import { signedIn } from '../../panel-server.js'
import type { PageData } from '../../plugins/rendering.js'
import { PageProblem } from '../../problems/page-problem.js'
import { dayIn } from '../home/today.js'
import { registerTexts } from './texts.js'
import { registerAddress } from './words.js'

/** A page about a register, with its texts, and the ways to the others. */
export function registerPage(
  reply: FastifyReply,
  register: Register,
  template: string,
  data: PageData,
): FastifyReply {
  const t = registerTexts[reply.request.visitor.language]
  return reply.page(`pages/registers/${template}`, {
    section: 'registers',
    styles: ['registers.css'],
    t,
    register,
    address: registerAddress(register),
    tabs: registers.map((name) => ({
      label: t.names[name],
      href: registerAddress(name),
      isHere: name === register,
    })),
    ...data,
  })
}

/** One of the company's entries, as the path names it. */
export async function entryOf(
  { pool }: Pick<PanelContext, 'pool'>,
  request: FastifyRequest,
  named: { readonly register: Register; readonly id: string },
): Promise<Entry> {
  const entry = await findEntry(pool, signedIn(request).company.id, named)
  if (entry === undefined) throw new PageProblem('not_found')
  return entry
}

/**
 * The command that a form gives; the same form sent again gives the same one.
 *
 * @throws PageProblem when the form has no id that we issued
 */
export function registerCommand(
  request: FastifyRequest,
  register: Register,
  { action, says }: { readonly action: string; readonly says: unknown },
): RegisterCommand {
  const person = signedIn(request)
  const { once = '' } = valuesOf(request)
  return {
    company: person.company.id,
    register,
    commandId: commandIdOf(request, { action: `${register} ${action}`, once, says }),
    actor: actorOf(person),
    correlationId: request.id,
  }
}

/** The day on the clocks of the company. */
export function todayOf({ clock }: Pick<PanelContext, 'clock'>, request: FastifyRequest): string {
  return dayIn(signedIn(request).company.time_zone, clock())
}
