import { recordAudit } from '@ecmr/accounts'
import type { Entry, EntryRefusal, EntryWritten, RegisterCommand, RegisterContext } from '@ecmr/application'
import { type Register, registerLimits } from '@ecmr/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { actorOf, clientKeyOf } from '../../commands/caller.js'
import { etagOf } from '../../conditional-requests.js'
import type { ApiContext } from '../../context.js'
import { answerOf } from '../../problems/from-outcome.js'
import { notFound } from '../../problems/not-found.js'
import { Problem } from '../../problems/problem.js'

/** Who asks for a change of a register, but for the id of the command. */
export function registerCaller(
  request: FastifyRequest,
  register: Register,
): Omit<RegisterCommand, 'commandId'> {
  const { caller, id } = request
  return { company: caller.company, register, actor: actorOf(caller), correlationId: id }
}

type Refused = { readonly ok: false } & EntryRefusal

/** Changes a register, once for each idempotency key. Throws a Problem when it is refused. */
export async function commandRegister<Done extends { readonly ok: true; readonly replayed: boolean }>(
  { pool, idempotency }: Pick<ApiContext, 'pool' | 'idempotency'>,
  asked: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly register: Register },
  work: (context: RegisterContext, command: RegisterCommand) => Promise<Done | Refused>,
): Promise<Done> {
  const { request, reply, register } = asked
  const caller = registerCaller(request, register)
  const attempted = await idempotency.run(caller.company, clientKeyOf(request), ({ commandId }) =>
    work({ pool, recordAudit }, { ...caller, commandId }),
  )
  const done = answerOf(attempted)
  if (!done.ok) throw problemOf(done, register)
  if (done.replayed) reply.header('idempotent-replayed', 'true')
  return done
}

/** Says which version of the entry the answer shows. */
export function tagged({ entry }: Extract<EntryWritten, { ok: true }>, reply: FastifyReply): Entry {
  reply.header('etag', etagOf(entry.version))
  return entry
}

function problemOf(refused: EntryRefusal, register: Register): Problem {
  const { entries, bytes } = registerLimits[register]
  switch (refused.reason) {
    case 'not_found':
      return notFound()
    case 'reference_taken':
      return new Problem(
        'reference_taken',
        'Another entry has this reference. Change that one, or send another reference.',
        {
          errors: [
            { pointer: '/reference', code: 'reference_taken', message: 'Send another reference, or none.' },
          ],
        },
      )
    case 'register_full':
      return new Problem(
        'register_full',
        `Your company can have at most ${entries.toLocaleString('en')} ${register}. Remove what you no longer use.`,
      )
    case 'entry_too_large':
      return new Problem('body_too_large', `An entry can have at most ${bytes / 1024} KiB.`)
    case 'stale':
      return new Problem(
        'stale_version',
        `The entry is at version ${refused.version}. Read it again, then repeat the change if it still applies.`,
        { headers: { etag: etagOf(refused.version) } },
      )
  }
}
