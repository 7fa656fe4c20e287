import {
  accessOf,
  type CompanyId,
  type EcmrCommand,
  type Identification,
  noteFor,
  type Policy,
  replay,
  type UserRole,
} from '@ecmr/domain'
import type { Actor, EventStore } from '@ecmr/event-store'
import type { Attempt, CommandKey, Idempotency } from '../idempotency/idempotency.js'
import type { KeptAnswer } from '../idempotency/key-table.js'
import type { NumberPool } from '../numbers/number-pool.js'
import type { CommandHandler, CommandOutcome, CommandRequest } from './command-handler.js'
import { mustActAs, standingFor } from '../permissions/permitted.js'
import { loadNote } from './note-history.js'
import { NOT_FOUND } from './plan-command.js'

/** Who asks for a change, and in which request. */
export interface Caller {
  readonly company: CompanyId
  readonly policy: Policy
  readonly actor: Actor
  readonly correlationId: string
  /** of a person; absent: an API key, whose scopes say what it may do, or the operator */
  readonly role?: UserRole
}

/** What the use cases of consignment notes work with. */
export interface NoteUseCases {
  readonly commands: CommandHandler
  readonly numbers: NumberPool
  readonly store: Pick<EventStore, 'readStream'>
  readonly idempotency: Idempotency
}

/** What became of a creation or a change. */
export type Changed =
  | CommandOutcome
  /** the key was used with another request, or the first request with it has not been answered yet */
  | { readonly outcome: 'key_reused' | 'key_in_flight' }

export interface Change {
  readonly noteId: string
  /** decided together, all or nothing */
  readonly commands: (commandId: string) => readonly EcmrCommand[]
  readonly key?: CommandKey | undefined
  /** the note must have one of these versions */
  readonly ifMatch?: readonly number[] | undefined
  /** judges the note that is about to be changed */
  readonly judge?: CommandRequest['judge'] | undefined
}

/**
 * Changes a note by commands (see note-commands.ts). A repeat with the same key changes nothing more.
 *
 * @throws StoreUnavailable, OutcomeUnknown as `CommandHandler`; the same key may be used again. NotPermitted
 */
export function changeNote(cases: NoteUseCases, caller: Caller, change: Change): Promise<Changed> {
  const { noteId: id, commands, key, ifMatch, judge } = change
  return handleOnce(cases, caller, key, ({ commandId }) => ({
    id,
    commands: commands(commandId),
    ...(ifMatch !== undefined && { ifMatch }),
    ...(judge && { judge }),
  }))
}

type Request = Pick<CommandRequest, 'id' | 'commands' | 'ifMatch' | 'judge' | 'isNew'>

/** Handles a command once for each key; an answer that the log does not remember is kept with the key. */
export async function handleOnce(
  { commands, store, idempotency }: NoteUseCases,
  caller: Caller,
  key: CommandKey | undefined,
  requestOf: (attempt: Attempt) => Request | Promise<Request>,
  reserve?: Parameters<Idempotency['run']>[3],
): Promise<Changed> {
  const { company, actor, correlationId } = caller
  const work = async (attempt: Attempt): Promise<CommandOutcome> => {
    const { commandId, keptAnswer } = attempt
    const request = identified(await requestOf(attempt), caller)
    for (const command of request.commands) mustActAs(caller, standingFor(command))
    if (keptAnswer !== null) return answeredBefore(store, request.id, keptAnswer, company)
    const outcome = asSeen(
      await commands.handle({ ...request, company, actor, correlationId, commandId }),
      company,
    )
    const answer = notInLog(outcome)
    if (answer) await attempt.keep(answer)
    return outcome
  }
  const attempted = await idempotency.run(company, key, work, reserve)
  return attempted.ran ? attempted.answer : { outcome: attempted.outcome }
}

/** Signatures say how the one who signs was identified; those by a link say so already. */
function identified(request: Request, { actor }: Caller): Request {
  const by = identifiedBy[actor.kind]
  if (by === undefined) return request
  const commands = request.commands.map((command) =>
    command.type === 'sign'
      ? { ...command, signature: { identified_by: by, ...command.signature } }
      : command,
  )
  return { ...request, commands }
}

const identifiedBy: Readonly<Partial<Record<Actor['kind'], Identification>>> = {
  user: 'session',
  api_key: 'api_key',
}

function notInLog(outcome: CommandOutcome): KeptAnswer | undefined {
  if (outcome.outcome === 'accepted' && outcome.events.length === 0 && !outcome.replayed)
    return { version: outcome.note.version }
  // When there is room again, the same request may be made again.
  if (outcome.outcome === 'refused' && outcome.refusal.code !== 'quota_exceeded')
    return { refusal: outcome.refusal }
  return undefined
}

async function answeredBefore(
  store: Pick<EventStore, 'readStream'>,
  noteId: string,
  kept: KeptAnswer,
  company: CompanyId,
): Promise<CommandOutcome> {
  if ('refusal' in kept) return { outcome: 'refused', refusal: kept.refusal }
  const now = await loadNote(store, noteId)
  const access = now && accessOf(now.note, company)
  const before = now?.events.filter(({ revision }) => revision < kept.version) ?? []
  const { note } = replay(before)
  const position = before.at(-1)?.position
  if (!access || note === null || position === undefined) return { outcome: 'refused', refusal: NOT_FOUND }
  return { outcome: 'accepted', note: noteFor(note, access), events: [], position, replayed: true }
}

/** Another company than the note's own sees what it may see. */
function asSeen(outcome: CommandOutcome, company: CompanyId): CommandOutcome {
  if (outcome.outcome !== 'accepted' || outcome.note.company_id === company) return outcome
  return { ...outcome, note: noteFor(outcome.note, { kind: 'shared', roles: [] }) }
}
