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

/** A page on which what stands in the way of something is settled. */
export interface Remedy {
  readonly href: string
  readonly label: string
}

/** Where that is: the oldest open incident, the missing data, the missing document. Undefined: it is on no page of its own. */
export function remedyOf(note: Note, { code }: Refusal, language: Language): Remedy | undefined {
  const said = remedyTexts[language]
  const url = `/ecmrs/${note.id}`
  switch (code) {
    case 'incident_open':
      return incidentRemedy(note, language)
    case 'document_required':
      return { href: `${url}/documentos/emitir`, label: said.issue }
    case 'incomplete':
      return { href: `${url}/editar`, label: said.complete }
    case 'signature_required':
      return { href: `${url}/firmar`, label: said.sign }
    default:
      return undefined
  }
}

/** Where the oldest open incident is resolved; undefined when none is open. */
export function incidentRemedy({ id, incidents }: Note, language: Language): Remedy | undefined {
  const open = incidents.filter(({ status }) => status === 'open')
  const [first] = open
  if (first === undefined) return undefined
  const href = `/ecmrs/${id}/incidencias/${first.incident_id}/resolver`
  return { href, label: remedyTexts[language].resolve(open.length) }
}

const remedyTexts = textTable({
  resolve: [
    (open: number) => (open === 1 ? 'Resolver incidencia' : `Resolver la primera de ${open} incidencias`),
    (open: number) => (open === 1 ? 'Resolve incident' : `Resolve the first of ${open} incidents`),
  ],
  issue: ['Emitir documento de control', 'Issue control document'],
  complete: ['Completar datos', 'Complete data'],
  sign: ['Firmar', 'Sign'],
})

/** Why something cannot be done with a note, and what can be done about it. */
export const refusalTexts = textTable({
  not_found: ['Esta carta de porte no existe.', 'This consignment note does not exist.'],
  already_exists: [
    'Con este formulario ya se creó una carta de porte. Ábrala para modificarla o use un formulario nuevo para crear otra.',
    'This form has already created a consignment note. Open it to make changes, or use a new form to create another.',
  ],
  invalid_transition: [
    'La carta de porte no puede pasar del estado actual al elegido.',
    'The note cannot go from its current status to the one selected.',
  ],
  incident_open: [
    'Hay una incidencia abierta. Resuélvala primero. El destinatario puede firmar con reservas.',
    'An incident is open. Resolve it first. The receiver may sign with reservations.',
  ],
  cancelled: [
    'La carta de porte está anulada y no se puede modificar.',
    'The consignment note is cancelled and cannot be changed.',
  ],
  cannot_cancel: [
    'La carta de porte ya no se puede anular: el transportista ha firmado o recogido la mercancía. Si hay un problema, comunique una incidencia.',
    'The note can no longer be cancelled: the carrier has signed or taken over the goods. If there is a problem, report an incident.',
  ],
  not_in_transit: [
    'La mercancía no está en camino. Antes de la recogida, el vehículo se cambia modificando la carta de porte; tras la entrega ya no cambia.',
    'The goods are not in transit. Before pickup, change the vehicle by editing the note; after delivery it no longer changes.',
  ],
  cannot_revert: [
    'No hay ninguna entrega que se pueda retirar.',
    'There is no delivery that can be taken back.',
  ],
  amendment_reason_required: [
    'Indique un motivo: la carta de porte está firmada o la mercancía está en camino.',
    'Enter a reason: the note is signed or the goods are in transit.',
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
    'Faltan firmas. Su empresa exige tenerlas antes de este paso.',
    'Signatures are missing. Your company requires them before this step.',
  ],
  incomplete: [
    'Faltan datos. Su empresa exige completarlos antes de este paso.',
    'Data is missing. Your company requires it before this step.',
  ],
  incident_not_found: [
    'Esta incidencia no existe en la carta de porte.',
    'This incident does not exist on this consignment note.',
  ],
  incident_resolved: ['Esta incidencia ya está resuelta.', 'This incident is already resolved.'],
  invitation_not_found: [
    'Esta invitación a firmar no existe en la carta de porte.',
    'This invitation to sign does not exist on this consignment note.',
  ],
  invitation_closed: [
    'Esta invitación ya no está abierta. Invite de nuevo a la persona.',
    'This invitation is not open any more. Invite the person again.',
  ],
  attachment_not_found: [
    'Este adjunto no existe en la carta de porte.',
    'This attachment does not exist on this consignment note.',
  ],
  share_not_found: ['La carta de porte no se comparte así.', 'The consignment note is not shared like this.'],
  already_shared: [
    'La carta de porte ya se comparte así con esta empresa.',
    'The consignment note is already shared like this with this company.',
  ],
  not_shareable: [
    'No se puede compartir con este identificador. Compruébelo con la otra empresa; tampoco puede ser el de la suya.',
    'The note cannot be shared with this handle. Check it with the other company; it cannot be your own either.',
  ],
  not_in_your_share: [
    'La carta de porte se comparte con su empresa, y esto no está entre lo que puede hacer. Diríjase a la empresa a la que pertenece.',
    'The note is shared with your company, and this is not among what it may do. Ask the company that it belongs to.',
  ],
  reservation_not_allowed: [
    'Tras la entrega, solo el destinatario puede hacer reservas.',
    'After delivery, only the receiver can make reservations.',
  ],
  document_required: [
    'Su empresa exige emitir el documento de control antes de este paso.',
    'Your company requires the control document to be issued before this step.',
  ],
  document_version_taken: [
    'Se ha emitido otra versión del documento al mismo tiempo. Compruébela y, si falta algo, emita una nueva.',
    'Another version of the document was issued at the same time. Check it and issue a new one if anything is missing.',
  ],
  regime_does_not_apply: [
    'El DeCA es solo para transportes dentro de España. Emita la carta de porte CMR o corrija el tipo de transporte y los países.',
    'The DeCA is only for transport within Spain. Issue the CMR note, or correct the transport type and the countries.',
  ],
  erasure_held: [
    'La ley obliga a conservar los datos mientras la mercancía está en camino o hay una incidencia abierta. Solicítelo de nuevo tras la entrega.',
    'The law requires the data to be kept while the goods are in transit or an incident is open. Try again after delivery.',
  ],
  too_many: [
    'La carta de porte ha alcanzado el máximo de anotaciones de este tipo. Cree otra para continuar; esta aún se puede terminar.',
    'The consignment note has reached the maximum number of records of this kind. Create another note to continue; you can still complete this one.',
  ],
  note_too_large: [
    'La carta de porte supera el tamaño máximo. Acórtela o cree otra para continuar; esta aún se puede terminar.',
    'The consignment note is too large. Shorten it or create another note to continue; you can still complete this one.',
  ],
  quota_exceeded: [
    'El almacenamiento de su empresa está agotado. Aún puede entregar, resolver y anular cartas de porte. Solicite más al operador.',
    'Your company’s storage is full. You can still deliver, resolve and cancel consignment notes. Ask the operator for more.',
  ],
  unknown_history: [
    'La carta de porte tiene eventos de una versión más reciente del servicio. Para modificarla, el operador debe actualizar el servicio.',
    'The note contains events from a newer version of the service. The operator must upgrade the service before the note can be changed.',
  ],
  invalid_command: ['No se puede guardar con estos datos.', 'This cannot be saved with these values.'],
} satisfies TextTable<RefusalCode>)

/** Why something cannot be done to a note at all, checked before its form is shown; nothing is recorded. */
export function refusalOf(note: Note, command: EcmrCommand): Refusal | undefined {
  const decision = decide(note, [command], { now: note.updated_at, hash: () => '', commit: () => '' })
  return decision.ok ? undefined : decision.refusal
}

/** What keeps a note from every change, whatever is changed. */
const STANDING: ReadonlySet<RefusalCode> = new Set(['cancelled', 'incident_open'])

/** Why no field of a note can be changed now. What changes nothing is taken at any time, so a change is tried. */
export function refusalToEdit(note: Note): Refusal | undefined {
  const instructions = `${note.fields.instructions ?? ''}.`
  const refusal = refusalOf(note, { type: 'edit', changes: { instructions } })
  return refusal && STANDING.has(refusal.code) ? refusal : undefined
}
