import { type EcmrEventData, noteStream, type PersonalCategory, toEcmrEvent } from '@ecmr/domain'
import type { EventStore } from '@ecmr/event-store'
import { categoriesIn, destroyKeys, eraseClear, type Keyring, livingKeys } from '@ecmr/personal-data'
import type { Pool } from 'pg'
import type { Caller, NoteUseCases } from '../notes/change-note.js'
import type { CommandOutcome } from '../notes/command-handler.js'
import { NOT_FOUND } from '../notes/plan-command.js'
import { mustActAs } from '../permissions/permitted.js'

/** What the use cases of erasure work with. */
export interface PrivacyUseCases extends Pick<NoteUseCases, 'commands'> {
  readonly pool: Pool
  /** the log as it is recorded */
  readonly recorded: Pick<EventStore, 'readStream'>
  readonly dataKeys: Pick<Keyring, 'forget'>
}

export interface Erasing {
  readonly noteId: string
  readonly categories: readonly PersonalCategory[]
  /** stays on record in clear */
  readonly reason: string
  readonly by: EcmrEventData['PersonalDataErased']['by']
  /** UUID; a repeat of it erases nothing more */
  readonly commandId: string
}

/** What became of an erasure. */
export type Erased =
  /** the values cannot be read any more; copies of them go within a minute */
  | { readonly outcome: 'erased' }
  /** a legal duty to keep them runs until then (RFC 3339) */
  | { readonly outcome: 'waits'; readonly due: string }
  /** there was nothing to erase */
  | { readonly outcome: 'nothing' }
  | Exclude<CommandOutcome, { readonly outcome: 'accepted' | 'stale' }>

/** The note may be changed while its keys are read; what was written with others would not be erased. */
const MOST_TRIES = 5

/**
 * Erases personal values of a note: first the log says so, then their keys are destroyed. Copies elsewhere are the business of
 * `keepErasures`, which also does the rest when this process dies in between.
 *
 * @throws StoreUnavailable, OutcomeUnknown as `CommandHandler`; the same command may be sent again. NotPermitted
 */
export async function erasePersonalData(
  cases: PrivacyUseCases,
  caller: Pick<Caller, 'company' | 'actor' | 'correlationId' | 'role'>,
  erasing: Erasing,
): Promise<Erased> {
  mustActAs(caller, 'owner')
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const outcome = await recordErasure(cases, caller, erasing)
    if (outcome.outcome === 'stale') continue
    if (outcome.outcome !== 'accepted') return outcome
    const [said] = outcome.events.flatMap((event) => erasedBy(event) ?? [])
    const due = said ? said.due : outcome.note.erasure?.due
    if (due !== undefined) return { outcome: 'waits', due }
    if (!said) return { outcome: 'nothing' }
    await destroyValues(cases, erasing.noteId, said)
    return { outcome: 'erased' }
  }
  return { outcome: 'conflict' }
}

/** Records an erasure with the keys that exist, provided that the note is as it was when they were read. */
async function recordErasure(
  cases: PrivacyUseCases,
  { company, actor, correlationId }: Pick<Caller, 'company' | 'actor' | 'correlationId'>,
  { noteId: id, categories, reason, by, commandId }: Erasing,
): Promise<CommandOutcome> {
  const stream = await cases.recorded.readStream(noteStream(id))
  if (stream[0]?.metadata.company_id !== company) return { outcome: 'refused', refusal: NOT_FOUND }
  const keys = await livingKeys(cases.pool, id, categories)
  // Once erased, what they say in clear is not shown, and not asked for again.
  const erased = stream
    .map((event) => erasedBy(event))
    .flatMap((one) => (one && !one.due ? one.categories : []))
  const open = categories.filter((category) => !erased.includes(category))
  const inClear = stream.some(
    ({ type, data, metadata }) =>
      metadata.schema_version < 2 && open.some((category) => categoriesIn(type, data).has(category)),
  )
  const command = { type: 'erase_personal_data', categories, reason, by, keys, inClear } as const
  return cases.commands.handle({
    ...{ id, company, actor, correlationId, commandId },
    ...{ commands: [command], ifMatch: [stream.length] },
  })
}

/** What an event erases; undefined for other events. */
function erasedBy(
  recorded: Parameters<typeof toEcmrEvent>[0],
): EcmrEventData['PersonalDataErased'] | undefined {
  if (recorded.type !== 'PersonalDataErased') return undefined
  const event = toEcmrEvent(recorded)
  return event?.type === 'PersonalDataErased' ? event.data : undefined
}

/** Makes the values of an erasure unreadable. It can be done again at any time. */
export async function destroyValues(
  { pool, dataKeys }: Pick<PrivacyUseCases, 'pool' | 'dataKeys'>,
  noteId: string,
  { categories, keys = [] }: Pick<EcmrEventData['PersonalDataErased'], 'categories' | 'keys'>,
): Promise<void> {
  await destroyKeys(pool, keys)
  await eraseClear(pool, noteId, categories)
  dataKeys.forget(noteId)
}
