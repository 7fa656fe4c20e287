import { setTimeout as delay } from 'node:timers/promises'
import { type EcmrEvent, noteStream, personalCategories, type Refusal } from '@ecmr/domain'
import {
  appendWithRetry,
  EventNotStorable,
  type EventStore,
  type NewEvent,
  type Position,
  type RecordedEvent,
} from '@ecmr/event-store'
import { inSpan, type SpanAttributes } from '@ecmr/runtime'
import { committing, type Keyring, NO_KEYS, openEvents } from '@ecmr/personal-data'
import type { Accepted, CommandHandler, CommandOutcome, CommandRequest } from './command-handler.js'
import { categoriesOf, type Origin, toNewEvents } from './metadata.js'
import { extended, NO_HISTORY, type NoteHistory, readHistory } from './note-history.js'
import { accessTo, type Plan, planCommand, recordedOutcome } from './plan-command.js'
import { type HistoriesLimits, RECENT_HISTORIES, recentHistories } from './recent-histories.js'
import { turnsByNote } from './turns.js'

/** Other processes may append to the same note; each retry decides on what they have recorded. */
const MOST_RETRIES = 12
/** Pauses are drawn at random, so that processes do not keep meeting; about a second in all. */
const LONGEST_PAUSE_MS = 200

/** The events of a command, or the hash of the last of those that could not be appended. */
type Appended = Accepted | { readonly outcome: 'overtaken'; readonly tried: string | undefined }

/**
 * Turns commands into appended events: read, fold, decide, seal, append; again when another process was first. Within this
 * one, commands on a note wait for each other.
 *
 * Notes that were changed lately start from memory. Only an append finds out that a memory is old, so every other
 * answer is given after reading the stream.
 *
 * @param options.store the log as recorded
 * @param options.keys what personal values are sealed with
 * @param options.admit says why what follows from a request may not be recorded; what is on record is still answered
 * @param options.remember how many notes are remembered, and how large ones: 2,000 and some 64 MB of memory by default
 * @example
 * const { handle } = commandHandler({ store, keys })
 * const result = await handle({ id, company, commandId, commands: [{ type: 'cancel', reason }], actor, correlationId })
 */
export function commandHandler(options: {
  readonly store: Pick<EventStore, 'append' | 'readStream'>
  readonly keys: Pick<Keyring, 'ensure' | 'find'>
  readonly clock?: () => Date
  readonly remember?: HistoriesLimits
  readonly admit?: (request: CommandRequest) => Promise<Refusal | undefined>
}): CommandHandler {
  const { keys, clock = () => new Date() } = options
  const store: typeof options.store = {
    append: (...given) => options.store.append(...given),
    readStream: async (...asked) => openEvents(await options.store.readStream(...asked), keys),
  }
  const recent = recentHistories(options.remember ?? RECENT_HISTORIES)

  const inTurn = turnsByNote()

  async function handle(request: CommandRequest): Promise<CommandOutcome> {
    try {
      if (request.isNew) return await decideAndAppend(request)
      return (await inTurn(request.id, () => decideAndAppend(request))) ?? { outcome: 'conflict' }
    } catch (error) {
      if (!(error instanceof EventNotStorable)) throw error
      return { outcome: 'refused', refusal: { code: 'invalid_command', detail: sentence(error.message) } }
    }
  }

  async function decideAndAppend(request: CommandRequest): Promise<CommandOutcome> {
    const { id, commandId } = request
    const refusal = await options.admit?.(request)
    const remembered = request.isNew ? NO_HISTORY : recent.get(id)
    if (!remembered || remembered.commands.has(commandId)) return fromRecord(request, undefined, refusal)
    const plan = await planned(request, remembered, refusal)
    if (plan.kind === 'append') {
      const appended = await append(request, remembered, plan)
      if (appended.outcome === 'accepted') return appended
      recent.drop(id)
      return fromRecord(request, appended.tried, refusal)
    }
    recent.drop(id)
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
      const recorded = recordedOutcome(request, history, lastTried)
      if (recorded) return recorded
      const plan = await planned(request, history, refusal)
      if (plan.kind === 'answer') return plan.answer
      const appended = await append(request, history, plan)
      if (appended.outcome === 'accepted') return appended
      lastTried = appended.tried
      await delay(Math.random() * Math.min(LONGEST_PAUSE_MS, 5 * 2 ** retries))
    }
    return { outcome: 'conflict' }
  }

  /** Only a signature is made over commitments, which take the keys before anything is decided. */
  function planned(
    request: CommandRequest,
    history: NoteHistory,
    refusal: Refusal | undefined,
  ): Promise<Plan> {
    return inSpan(request.correlationId, 'decide', { attributes: aboutCommand(request) }, () =>
      decideOn(request, history, refusal),
    )
  }

  async function decideOn(
    request: CommandRequest,
    history: NoteHistory,
    refusal: Refusal | undefined,
  ): Promise<Plan> {
    const isTheirs = accessTo(history, request) !== undefined
    const signs = isTheirs && request.commands.some(({ type }) => type === 'sign')
    const known = signs
      ? await keys.ensure(request.id, personalCategories, { erased: history.erasedKeys })
      : NO_KEYS
    const { note } = history
    const judged = note && isTheirs ? await request.judge?.(note) : undefined
    return planCommand(request, history, { now: clock(), commit: committing(known), refusal, judged })
  }

  function append(request: CommandRequest, history: NoteHistory, made: Decided): Promise<Appended> {
    return inSpan(request.correlationId, 'append', { attributes: aboutCommand(request) }, ({ traceparent }) =>
      appendDecided({ ...request, traceparent }, history, made),
    )
  }

  async function appendDecided(
    request: CommandRequest & Pick<Origin, 'traceparent'>,
    history: NoteHistory,
    { note, decided }: Decided,
  ): Promise<Appended> {
    const { id } = request
    const stream = noteStream(id)
    const { revision } = history
    const { sealed, clear } = toNewEvents(request, history, decided, await keysFor(history, request, decided))
    const result = await appendWithRetry(store, stream, revision === -1 ? 'no_stream' : revision, sealed)
    if (!result.ok) {
      // A stream never gets shorter: the log was restored from an older copy, and other memories are of no use either.
      if ((result.actual ?? -1) < revision) recent.clear()
      return { outcome: 'overtaken', tried: hashOf(sealed) }
    }
    const { position } = result
    const recorded = asRecorded(stream, revision, position, clear)
    recent.keep(id, extended(history, note, sealed, position))
    return { outcome: 'accepted', note, events: recorded, position, replayed: false }
  }

  async function keysFor(
    history: NoteHistory,
    { id, isNew = false }: CommandRequest,
    decided: readonly EcmrEvent[],
  ) {
    const categories = categoriesOf(decided)
    return categories.length === 0
      ? NO_KEYS
      : keys.ensure(id, categories, { isNew, erased: history.erasedKeys })
  }

  return { handle }
}

type Decided = Pick<Accepted, 'note'> & { readonly decided: readonly EcmrEvent[] }

function aboutCommand({ id, commandId, commands }: CommandRequest): SpanAttributes {
  return { ecmr_id: id, command_id: commandId, commands: commands.map(({ type }) => type).join(',') }
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
