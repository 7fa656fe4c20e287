import { type TextTable, textTable } from '@ecmr/contract'
import type { Milestone } from '@ecmr/read-models'

/** What public tracking says. */
export const trackingTexts = textTable({
  title: ['Seguimiento', 'Tracking'],
  about: [
    'Escriba el número de la carta de porte para saber dónde está el envío.',
    'Enter the number of the consignment note to see where the shipment is.',
  ],
  number: ['Número de la carta de porte', 'Number of the consignment note'],
  hint: [
    'Por ejemplo, ECMR-2026-7F3K9QZ2M-X. Las mayúsculas, los espacios y los guiones no importan.',
    'For example, ECMR-2026-7F3K9QZ2M-X. Capitals, spaces and dashes do not matter.',
  ],
  find: ['Buscar', 'Find'],
  noNumber: ['Escriba el número de la carta de porte.', 'Enter the number of the consignment note.'],
  notANumber: [
    'No es un número de carta de porte: empieza por ECMR y siguen el año y diez letras o cifras.',
    'This is not the number of a consignment note: it begins with ECMR, followed by the year and ten letters or digits.',
  ],
  wrongCheck: [
    'El número tiene un error: el último carácter, que lo comprueba, no cuadra con los demás.',
    'The number is mistyped: its last character is a check digit and does not match.',
  ],
  unknownTitle: ['No hay ningún envío con este número', 'No shipment with this number'],
  unknown: [
    'Compruebe el número o pídaselo a quien le envía la mercancía.',
    'Check the number, or ask the sender for it.',
  ],
  notYetTitle: ['Aún no se sabe si hay un envío con este número', 'This shipment may not be available yet'],
  notYet: [
    'El seguimiento va con retraso en este momento. Vuelva a intentarlo dentro de unos segundos.',
    'Tracking is behind at the moment. Try again in a few seconds.',
  ],
  trackedTitle: [(number: string) => `Envío ${number}`, (number: string) => `Shipment ${number}`],
  from: ['Recogida', 'Pickup'],
  to: ['Entrega', 'Delivery'],
  planned: ['Prevista', 'Planned'],
  actual: ['Entregada', 'Delivered'],
  notPlanned: ['sin fecha prevista', 'no planned date'],
  milestones: ['Qué ha pasado', 'What has happened'],
  signatures: ['Firmas', 'Signatures'],
  nobodySigned: ['Aún no ha firmado nadie.', 'No signatures yet.'],
  incidentOpen: ['Hay una incidencia abierta en este envío.', 'There is an open incident on this shipment.'],
  cancelled: ['Anulada', 'Cancelled'],
  cancelledSentence: ['Esta carta de porte está anulada.', 'This consignment note is cancelled.'],
  updated: ['Último cambio:', 'Last change:'],
  times: [
    'Las horas son de España peninsular (Europe/Madrid).',
    'Times are those of mainland Spain (Europe/Madrid).',
  ],
  another: ['Buscar otro envío', 'Find another shipment'],
  steps: {
    created: ['Carta de porte creada', 'Consignment note created'],
    assigned: ['Transportista asignado', 'Carrier assigned'],
    taken_over: ['Mercancía recogida', 'Goods taken over'],
    signed: ['Firmada', 'Signed'],
    incident: ['Incidencia', 'Incident'],
    resolved: ['Incidencia resuelta', 'Incident resolved'],
    delivered: ['Entregada', 'Delivered'],
    cancelled: ['Carta de porte anulada', 'Consignment note cancelled'],
  } satisfies TextTable<Milestone['type']>,
})
