import type { Language } from '@ecmr/contract'
import {
  allowedTransitions,
  type EcmrCommand,
  fieldNames,
  isEditable,
  type Note,
  type RefusalCode,
  roles,
} from '@ecmr/domain'
import { refusalOf, refusalToEdit } from '../shared/refusals.js'
import type { NextStep } from './next-step.js'
import { readTexts } from './texts.js'

/** Something that can be done with a note now. */
export interface NoteAction {
  readonly href: string
  readonly label: string
  readonly kind: 'plain' | 'danger'
}

// What a strict company’s policy still asks for can be given; the page of the action says what it is.
const CURABLE: ReadonlySet<RefusalCode> = new Set(['signature_required', 'incomplete'])

/** What else than its next step can be done with a note as it stands. The domain says so itself: each command is tried on it. */
export function otherActions(
  note: Note,
  next: NextStep | undefined,
  language: Language,
): readonly NoteAction[] {
  const said = readTexts[language]
  const to = (page: string, label: string, kind: NoteAction['kind'] = 'plain'): NoteAction => ({
    href: `/ecmrs/${note.id}/${page}`,
    label,
    kind,
  })
  const isPossible = (command: EcmrCommand): boolean => {
    const refusal = refusalOf(note, command)
    return refusal === undefined || CURABLE.has(refusal.code)
  }
  const signs = roles.filter((role) =>
    isPossible({ type: 'sign', signature: { role, signer_name: '-', method: 'typed', remarks: '-' } }),
  )
  const invited = { invitation_id: '', invited_name: '-', expires_in_hours: 1 } as const
  const invites =
    note.invitations.length > 0 ||
    roles.some((role) => isPossible({ type: 'invite_signer', role, ...invited }))
  const isOpen = refusalToEdit(note) === undefined
  const edits = isOpen && fieldNames.some((name) => isEditable(note.progress, name))
  const moves = allowedTransitions(note).some((status) => status !== 'incident')
  const reserves = roles.some((by) =>
    isPossible({ type: 'record_reservation', reservation_id: '', by, grounds: '-' }),
  )
  const incident = { type: 'other', description: '-' } as const
  const reports = isPossible({ type: 'report_incident', incident_id: '', incident })
  const changesVehicle = isPossible({
    type: 'change_vehicle',
    changes: { vehicle_plate: '-' },
    reason: '-',
  })
  const reverts = isPossible({ type: 'revert_delivery', reason: '-' })
  const cancels = isPossible({ type: 'cancel', reason: '-' })
  const all = [
    ...signs.map((role) => to(`firmar?rol=${role}`, said.signAs[role])),
    ...(invites ? [to('invitaciones', said.invite)] : []),
    ...(edits ? [to('editar', said.edit)] : []),
    ...(moves ? [to('estado', said.changeStatus)] : []),
    ...(changesVehicle ? [to('vehiculo', said.changeVehicle)] : []),
    ...(reserves ? [to('reservas', said.reserve)] : []),
    ...(reports ? [to('incidencias', said.report)] : []),
    to('historial', said.history),
    { href: `/ecmrs/nueva?desde=${note.id}`, label: said.copy, kind: 'plain' as const },
    { href: `/fichas/plantillas/nueva?desde=${note.id}`, label: said.saveAsTemplate, kind: 'plain' as const },
    to('compartir', said.share),
    ...(reverts ? [to('retirar-entrega', said.revertDelivery, 'danger')] : []),
    ...(cancels ? [to('anular', said.cancelNote, 'danger')] : []),
  ]
  return all.filter(({ href }) => href !== next?.action?.href)
}
