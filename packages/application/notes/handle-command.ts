import { noteStream, type Refusal } from '@ecmr/domain'
import {
  appendWithRetry,
  EventNotStorable,
  type EventStore,
  type NewEvent,
  type Position,
  type RecordedEvent,
  readTail,
} from '@ecmr/event-store'
import type { Accepted, CommandHandler, CommandOutcome, CommandRequest } from './command-handler.js'
import { extended, NO_HISTORY, type NoteHistory, readHistory } from './note-history.js'
import { planCommand, recordedOutcome } from './plan-command.js'
import { type HistoriesLimits, RECENT_HISTORIES, recentHistories } from './recent-histories.js'

const MOST_RETRIES = 3

/**
 * Turns commands into appended events: read, fold, decide, append; again when another append was first.
 *
 * Notes that were changed lately start from memory. Only an append finds out that a memory is old, so every other
 * answer is given after reading the stream.
 *
 * @param options.admit says why what follows from a request may not be recorded; what is on record is still answered
 * @param options.remember how many notes are remembered, and how large ones: 2,000 and some 64 MB of memory by default
 * @example
 * const { handle } = commandHandler({ store })
 * const result = await handle({ id, company, commandId, commands: [{ type: 'cancel', reason }], actor, correlationId })
 */
export function commandHandler(options: {
  readonly store: Pick<EventStore, 'append' | 'readStream'>
  readonly clock?: () => Date
  readonly remember?: HistoriesLimits
  readonly admit?: (request: CommandRequest) => Promise<Refusal | undefined>
}): CommandHandler {
  const { store, clock = () => new Date() } = options
  const recent = recentHistories(options.remember ?? RECENT_HISTORIES)

  async function handle(request: CommandRequest): Promise<CommandOutcome> {
    try {
      return await decideAndAppend(request)
    } catch (error) {
      if (!(error instanceof EventNotStorable)) throw error
      return { outcome: 'refused', refusal: { code: 'invalid_command', detail: sentence(error.message) } }
    }
  }

  async function decideAndAppend(request: CommandRequest): Promise<CommandOutcome> {
    const { id, commandId } = request
    const refusal = await options.admit?.(request)
    const remembered = request.isNew ? NO_HISTORY : recent.get(id)
    if (remembered && !remembered.commands.has(commandId)) {
      const plan = planCommand(request, remembered, clock(), refusal)
      const accepted = plan.kind === 'append' && (await append(id, remembered, plan))
      if (accepted) return accepted
      recent.drop(id)
      return fromRecord(request, plan.kind === 'append' ? hashOf(plan.events) : undefined, refusal)
    }
    return fromRecord(request, undefined, refusal)
  }

  /** Reads the stream and decides on what it says. */
  async function fromRecord(
    request: CommandRequest,
    tried: string | undefined,
    refusal: Refusal | undefined,
  ): Promise<CommandOutcome> {
    let lastTried = tried
    for (let retries = 0; retries <= MOST_RETRIES; retries++) {
      const history = await readHistory(store, request.id)
      const recorded = recordedOutcome(request, history.events, lastTried)
      if (recorded) return recorded
      const plan = planCommand(request, history, clock(), refusal)
      if (plan.kind === 'answer') return plan.answer
      const accepted = await append(request.id, history, plan)
      if (accepted) return accepted
      lastTried = hashOf(plan.events)
    }
    return { outcome: 'conflict' }
  }

  /** Undefined when the stream is not as the history says, or holds events of this command from an earlier try. */
  async function append(
    id: string,
    history: NoteHistory,
    { note, events }: Pick<Accepted, 'note'> & { readonly events: readonly NewEvent[] },
  ): Promise<Accepted | undefined> {
    const stream = noteStream(id)
    const { revision } = history
    const result = await appendWithRetry(store, stream, revision === -1 ? 'no_stream' : revision, events)
    if (!result.ok) {
      // A stream never gets shorter: the log was restored from an older copy, and other memories are of no use either.
      if ((result.actual ?? -1) < revision) recent.clear()
      return undefined
    }
    const { position, repeated } = result
    const recorded = repeated
      ? await readTail(store, stream, revision, events)
      : asRecorded(stream, revision, position, events)
    if (!recorded) return undefined
    recent.keep(id, extended(history, note, events, position))
    return { outcome: 'accepted', note, events: recorded, position, replayed: false }
  }

  return { handle }
}

function sentence(message: string): string {
  return `This cannot be recorded: ${message}.`
}

function hashOf(events: readonly NewEvent[]): string | undefined {
  return events.at(-1)?.metadata.hash
}

/** A store gives the position of the last event of an append only, so here all of them carry that one. */
function asRecorded(
  stream: string,
  before: number,
  position: Position,
  events: readonly NewEvent[],
): readonly RecordedEvent[] {
  return events.map((event, index) => ({ ...event, stream, revision: before + 1 + index, position }))
}
