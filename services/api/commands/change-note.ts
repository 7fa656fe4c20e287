import { type CommandOutcome, loadNote } from '@ecmr/application'
import type { EcmrCommand, Note } from '@ecmr/domain'
import type { Position } from '@ecmr/event-store'
import type { FastifyRequest } from 'fastify'
import { ifMatchVersion, staleVersion } from '../conditional-requests.js'
import type { ApiDependencies } from '../dependencies.js'
import type { Claim, Claims } from '../idempotency/claims.js'
import { type PointerInBody, problemFromRefusal } from '../problems/from-refusal.js'
import { notFound } from '../problems/not-found.js'
import { Problem } from '../problems/problem.js'
import { actorOf } from './actor.js'

/** What became of a request that changes a note. */
export interface Changed {
  readonly note: Note
  /** how far the log must be read to see it */
  readonly position: Position
  /** an earlier request with the same idempotency key had done it */
  readonly replayed: boolean
}

type Dependencies = Pick<ApiDependencies, 'commands' | 'store'> & { readonly claims: Claims }
type Commands = (commandId: string) => readonly EcmrCommand[]

/**
 * Changes a note by commands that are decided together. Throws a Problem when the domain refuses or somebody else was
 * faster.
 *
 * @param pointerInBody where a fault that a command found in its own data stands in the request's body
 */
export async function changeNote(
  dependencies: Dependencies,
  request: FastifyRequest,
  noteId: string,
  commands: Commands,
  pointerInBody: PointerInBody = (pointer) => pointer,
): Promise<Changed> {
  const ifMatch = ifMatchVersion(request)
  const claim = await dependencies.claims.claim(request, async () => ({ noteId: null, ecmrNumber: null }))
  try {
    if (claim.keptAnswer !== null)
      return await answerAgain(dependencies, noteId, claim.keptAnswer, pointerInBody)
    const outcome = await dependencies.commands.handle({
      id: noteId,
      company: request.caller.company,
      commandId: claim.commandId,
      commands: commands(claim.commandId),
      actor: actorOf(request.caller),
      correlationId: request.id,
      ...(ifMatch !== undefined && { ifMatch }),
    })
    return await settle(outcome, claim, pointerInBody)
  } finally {
    claim.release()
  }
}

/** Turns what the command handler says into an answer; what the log will not remember is kept with the claim. */
export async function settle(
  outcome: CommandOutcome,
  claim: Claim,
  pointerInBody?: PointerInBody,
): Promise<Changed> {
  switch (outcome.outcome) {
    case 'accepted':
      if (outcome.events.length === 0 && !outcome.replayed)
        await claim.keep({ version: outcome.note.version })
      return outcome
    case 'refused':
      // When there is room again, the same request may be made again.
      if (outcome.refusal.code !== 'quota_exceeded') await claim.keep({ refusal: outcome.refusal })
      throw problemFromRefusal(outcome.refusal, pointerInBody)
    case 'stale':
      throw staleVersion(outcome.version)
    case 'conflict':
      throw new Problem(
        'version_conflict',
        'Others kept changing the note at the same time. Nothing was recorded; read it and try again.',
      )
  }
}

async function answerAgain(
  { store }: Pick<ApiDependencies, 'store'>,
  noteId: string,
  kept: NonNullable<Claim['keptAnswer']>,
  pointerInBody: PointerInBody,
): Promise<Changed> {
  if ('refusal' in kept) throw problemFromRefusal(kept.refusal, pointerInBody)
  const loaded = await loadNote(store, noteId, { upToRevision: kept.version - 1 })
  const last = loaded?.events.at(-1)
  if (loaded === null || last === undefined) throw notFound()
  return { note: loaded.note, position: last.position, replayed: true }
}
