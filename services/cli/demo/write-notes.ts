import { AsyncLocalStorage } from 'node:async_hooks'
import type { Company } from '@ecmr/accounts'
import { type CommandHandler, commandHandler } from '@ecmr/application'
import { actingFor, type EcmrCommand } from '@ecmr/domain'
import type { Actor, EventStore } from '@ecmr/event-store'
import type { Keyring } from '@ecmr/personal-data'
import { CommandFailed } from '../failure.js'
import { limit } from './limit.js'
import type { PlannedNote } from './plan.js'
import { timeQueue } from './time-queue.js'

/** What has been written so far. */
export interface Written {
  readonly notes: number
  readonly events: number
}

interface Due {
  readonly at: number
  readonly commandId: string
  readonly commands: readonly EcmrCommand[]
  readonly note: LiveNote
}

/** A note some of whose errands are still to come; they go one after the other. */
interface LiveNote {
  readonly id: string
  last: Promise<void>
}

// Enough commands under way to fill the groups in which the event log commits.
const UNDER_WAY = 512

/**
 * Writes notes through the command handler, like real commands, in the order in which they happen. Each command sees
 * its own instant as the present.
 *
 * @throws CommandFailed when a command is refused
 */
export async function writeNotes(options: {
  readonly store: EventStore
  readonly keys: Keyring
  /** throws while the present cannot be trusted */
  readonly clock: () => Date
  readonly company: Company
  readonly actor: Actor
  readonly notes: Iterable<PlannedNote>
  readonly nextNumber: (at: number) => Promise<string>
  readonly signal: AbortSignal
  readonly onProgress: (written: Written) => void
}): Promise<Written> {
  const { store, keys, clock, company, actor, notes, nextNumber, signal, onProgress } = options
  const present = new AsyncLocalStorage<Date>()
  const asOf = (now: Date): Date => present.getStore() ?? now
  const handler = commandHandler({ store, keys, clock: () => asOf(clock()) })
  const due = timeQueue<Due>()
  const slots = limit(UNDER_WAY)
  const written = { notes: 0, events: 0 }

  async function dispatch({ at, commandId, commands, note }: Due, isNew: boolean): Promise<void> {
    signal.throwIfAborted()
    await slots.take()
    const perform = (): Promise<void> =>
      present.run(new Date(at), async () => {
        const request = { id: note.id, company: actingFor(company.id), commandId, commands, actor, isNew }
        const events = await carryOut(handler, { ...request, correlationId: commandId })
        written.events += events
        if (isNew) written.notes += 1
        onProgress(written)
      })
    note.last = note.last.then(perform)
    slots.giveBackAfter(note.last)
  }

  async function dispatchUntil(now: number): Promise<void> {
    for (let next = due.takeDue(now); next !== undefined; next = due.takeDue(now)) await dispatch(next, false)
  }

  for (const { id, createdAt, createdBy, fields, later } of notes) {
    await dispatchUntil(createdAt)
    const { id: company_id, policy } = company
    const ecmr_number = await nextNumber(createdAt)
    const note: LiveNote = { id, last: Promise.resolve() }
    const create: EcmrCommand = { type: 'create', id, ecmr_number, company_id, policy, fields }
    await dispatch({ at: createdAt, commandId: createdBy, commands: [create], note }, true)
    for (const errand of later) due.add({ ...errand, note })
  }
  await dispatchUntil(Number.POSITIVE_INFINITY)
  await slots.allBack()
  return written
}

type Request = Parameters<CommandHandler['handle']>[0]

/** Returns how many events a command yielded. */
async function carryOut(handler: CommandHandler, request: Request): Promise<number> {
  const outcome = await handler.handle(request)
  if (outcome.outcome === 'accepted') return outcome.events.length
  const types = request.commands.map(({ type }) => type).join(' and ')
  const why = outcome.outcome === 'refused' ? outcome.refusal.detail : outcome.outcome
  throw new CommandFailed(`The command to ${types} note ${request.id} was not accepted: ${why}`)
}
