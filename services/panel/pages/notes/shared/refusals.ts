import { type Language, placeLabel, type TextTable, textTable } from '@ecmr/contract'
import { decide, type EcmrCommand, type Note, type Refusal, type RefusalCode } from '@ecmr/domain'
import type { FormValues } from '../../../forms/form.js'
import { noteFaults } from '../fields/note-faults.js'
import { formTexts } from './form-texts.js'

/**
 * A refusal as a form says it: why on top, and what is wrong beside each control. What is wrong where the form has no
 * control is named on top.
 *
 * @param values what the form was sent with; its names are the controls that it has
 */
export function refusalFaults(
  { code, errors = [] }: Refusal,
  values: FormValues,
  language: Language,
): Readonly<Record<string, string>> {
  const beside = noteFaults(errors, values, language)
  const hasControl = (name: string): boolean => Object.hasOwn(values, name)
  const elsewhere = Object.keys(beside).filter((name) => !hasControl(name))
  const missing = elsewhere.map((name) => placeLabel(name, language)).join(', ')
  const sentence = refusalTexts[language][code]
  return {
    '': missing === '' ? sentence : `${sentence} ${formTexts[language].missing(missing)}`,
    ...Object.fromEntries(Object.entries(beside).filter(([name]) => hasControl(name))),
  }
}

/** Why something cannot be done with a note, and what can be done about it. */
export const refusalTexts = textTable({
  not_found: ['Esta carta de porte no existe.', 'This consignment note does not exist.'],
  already_exists: [
    'Con este formulario ya se creó una carta de porte. Ábrala para modificarla, o empiece otra desde un formulario nuevo.',
    'This form already created a consignment note. Open that note to change it, or use a new form for another one.',
  ],
  invalid_transition: [
    'Desde el estado actual no se puede pasar al que ha elegido.',
    'The note cannot change from its current status to this one.',
  ],
  incident_open: [
    'Hay una incidencia abierta. Resuélvala primero.',
    'An incident is open. Resolve it first.',
  ],
  cancelled: [
    'La carta de porte está anulada y ya no admite cambios.',
    'The consignment note is cancelled and cannot be changed.',
  ],
  cannot_cancel: [
    'El transportista ya ha firmado o ha recogido la mercancía: la carta de porte ya no se puede anular. Si algo va mal, comunique una incidencia.',
    'The carrier has signed or taken over the goods: the note can no longer be cancelled. If something goes wrong, report an incident.',
  ],
  amendment_reason_required: [
    'Este cambio necesita un motivo: la carta de porte está firmada o la mercancía está en camino.',
    'This change needs a reason: the note is signed, or the goods are on their way.',
  ],
  field_not_editable: [
    'Algunos de estos datos ya no se pueden cambiar.',
    'Some of this data can no longer be changed.',
  ],
  already_signed: [
    'Esta parte ya ha firmado el contenido actual.',
    'This party has already signed the current content.',
  ],
  signature_required: [
    'La política estricta de su empresa exige antes las firmas que faltan.',
    'Your company’s strict policy requires the missing signatures first.',
  ],
  incomplete: [
    'La política estricta de su empresa exige completar antes los datos que faltan.',
    'Your company’s strict policy requires the missing data first.',
  ],
  incident_not_found: [
    'Esta incidencia no existe en la carta de porte.',
    'This incident does not exist on this consignment note.',
  ],
  incident_resolved: ['Esta incidencia ya está resuelta.', 'This incident is already resolved.'],
  reservation_not_allowed: [
    'La mercancía está entregada: ahora solo el destinatario puede hacer reservas.',
    'The goods are delivered: only the receiver can make reservations now.',
  ],
  document_required: [
    'La política estricta de su empresa exige emitir antes el documento de control.',
    'Your company’s strict policy requires the control document to be issued first.',
  ],
  document_version_taken: [
    'Otra versión del documento se emitió al mismo tiempo. Compruebe si falta algo y, si es así, emítalo de nuevo.',
    'Another version of the document was issued at the same time. Check it, and issue again if anything is missing.',
  ],
  regime_does_not_apply: [
    'El DeCA es para transportes dentro de España, y este no lo es: emita la carta de porte CMR o corrija el tipo de transporte y los países.',
    'A DeCA is for carriage within Spain, and this is not: issue the CMR note, or correct the type of transport and the countries.',
  ],
  erasure_held: [
    'La mercancía está en camino o hay una incidencia abierta: la ley obliga a conservar los datos. Vuelva a solicitarlo después de la entrega.',
    'The goods are on their way or an incident is open: the law has the data kept. Ask again after the delivery.',
  ],
  too_many: [
    'La carta de porte ya tiene todas las anotaciones de este tipo que admite. Cree otra para lo que siga; esta todavía se puede terminar.',
    'The consignment note has the maximum number of records of this kind. Create another note for what comes next. You can still complete this one.',
  ],
  note_too_large: [
    'La carta de porte ocupa más de lo que puede ocupar. Acórtela, o cree otra para lo que siga; esta todavía se puede terminar.',
    'The consignment note is too large. Make it shorter, or create another note for what comes next. You can still complete this one.',
  ],
  quota_exceeded: [
    'El espacio de su empresa está agotado. Las cartas de porte todavía se pueden entregar, resolver y anular; pida más espacio al operador.',
    'The storage of your company is used up. You can still deliver, resolve and cancel consignment notes. Ask the operator for more.',
  ],
  unknown_history: [
    'La carta de porte tiene anotaciones de una versión más reciente del servicio. Hay que actualizarlo antes de cambiarla.',
    'The note contains records of a newer version of the service. The service must be upgraded before the note can change.',
  ],
  invalid_command: ['Así no se puede guardar.', 'This cannot be saved as it is.'],
} satisfies TextTable<RefusalCode>)

/** Why something cannot be done to a note at all, checked before its form is shown; nothing is recorded. */
export function refusalOf(note: Note, command: EcmrCommand): Refusal | undefined {
  const decision = decide(note, [command], { now: note.updated_at, hash: () => '', commit: () => '' })
  return decision.ok ? undefined : decision.refusal
}
