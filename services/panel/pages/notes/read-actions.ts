import {
  allowedTransitions,
  decide,
  type EcmrCommand,
  fieldNames,
  isEditable,
  type Note,
  roles,
} from '@ecmr/domain'
import type { Language } from '@ecmr/http-contract'
import { readTexts } from './read-texts.js'

/** Something that can be done to a note now. */
export interface NoteAction {
  readonly href: string
  readonly label: string
  readonly kind: 'primary' | 'plain' | 'danger'
}

/** What can be done to a note as it stands. The domain says so itself: each is tried on it, and nothing is recorded. */
export function possibleActions(note: Note, language: Language, now: string): readonly NoteAction[] {
  const said = readTexts[language]
  const path = `/ecmrs/${note.id}`
  const isPossible = (command: EcmrCommand): boolean => {
    const decision = decide(note, [command], { now, hash: () => '' })
    return decision.ok || MENDABLE.has(decision.refusal.code)
  }
  const signing = roles
    .filter((role) => isPossible({ type: 'sign', signature: { role, signer_name: '-', method: 'typed' } }))
    .map(
      (role): NoteAction => ({
        href: `${path}/firmar?role=${role}`,
        label: said.signAs[role],
        kind: 'primary',
      }),
    )
  const edits =
    isPossible({ type: 'edit', changes: {} }) && fieldNames.some((name) => isEditable(note.progress, name))
  const reserves = roles.some((by) =>
    isPossible({ type: 'record_reservation', reservation_id: '', by, grounds: '-' }),
  )
  const reports = isPossible({
    type: 'report_incident',
    incident_id: '',
    incident: { type: 'other', description: '-' },
  })
  const action = (isThere: boolean, page: string, label: string, kind: NoteAction['kind'] = 'plain') =>
    isThere ? [{ href: `${path}/${page}`, label, kind }] : []
  return [
    ...signing,
    ...action(edits, 'editar', said.edit),
    ...action(
      allowedTransitions(note).some((to) => to !== 'incident'),
      'estado',
      said.changeStatus,
    ),
    ...action(reserves, 'reservas', said.reserve),
    ...action(reports, 'incidencias', said.report),
    { href: `/ecmrs/nueva?desde=${note.id}`, label: said.copy, kind: 'plain' },
    ...action(isPossible({ type: 'cancel', reason: '-' }), 'anular', said.cancelNote, 'danger'),
  ]
}

// What a strict company’s policy still asks for can be given; the page of the action says what it is.
const MENDABLE: ReadonlySet<string> = new Set(['signature_required', 'incomplete'])
