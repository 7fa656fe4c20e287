import { decide, type EcmrCommand, type Note, type Refusal } from '@ecmr/domain'

/** Why something cannot be done to a note at all, before anybody fills in a form for it; nothing is recorded. */
export function refusalOf(note: Note, command: EcmrCommand): Refusal | undefined {
  const decision = decide(note, [command], { now: note.updated_at, hash: () => '' })
  return decision.ok ? undefined : decision.refusal
}
