import { recordOf } from '@ecmr/application'
import type { DocumentNote } from '@ecmr/documents'
import { decide, type EcmrCommand, type Note } from '@ecmr/domain'
import { contentHash } from '@ecmr/event-store'
import { historyEntry } from '@ecmr/read-models'

/** Personal data that no document shows; every note of these tests has them. */
export const ACTOR = {
  kind: 'user',
  id: 'user-7c2f',
  name: 'Perpetua Actora',
  company_id: 'company-41d9',
} as const

/** Commands that were given together. */
export interface Step {
  /** RFC 3339, UTC, milliseconds */
  readonly at: string
  readonly commands: readonly EcmrCommand[]
}

/** A note as a document states it after some steps. Throws when a step is refused. */
export function noteOf(steps: readonly Step[]): DocumentNote {
  let note: Note | null = null
  const history: DocumentNote['history'][number][] = []
  for (const { at, commands } of steps) {
    const decision = decide(note, commands, { now: at, hash: contentHash, commit: () => '' })
    if (!decision.ok) throw new Error(decision.refusal.detail)
    note = decision.note
    for (const { type, data } of decision.events) history.push(entryOf(type, data, at, history.length))
  }
  if (note === null) throw new Error('a story begins with a creation')
  return {
    record: recordOf(note, 'es', 'https://ecmr.example'),
    history,
    noteVersion: note.version,
  }
}

function entryOf(
  type: string,
  data: Parameters<typeof historyEntry>[0]['data'],
  at: string,
  revision: number,
): DocumentNote['history'][number] {
  return historyEntry({
    position: String(revision).padStart(20, '0'),
    ecmr_id: '0192f0c1-0000-7000-8000-000000000001',
    revision,
    type,
    data,
    metadata: {
      $correlationId: 'correlation',
      $causationId: 'causation',
      actor: ACTOR,
      command_id: 'command',
      schema_version: 1,
      recorded_at: at,
      company_id: ACTOR.company_id,
      ecmr_number: 'ECMR-2026-000000417-3',
      prev_hash: null,
      hash: contentHash(String(revision)),
    },
  })
}
