import { textTable } from '@ecmr/contract'

const notes = (count: number): string => (count === 1 ? '1 carta de porte' : `${count} cartas de porte`)
const notesEn = (count: number): string => (count === 1 ? '1 consignment note' : `${count} consignment notes`)

/** What is said where something is done with several notes at once. */
export const bulkTexts = textTable({
  titles: {
    transportista: [
      (count: number) => `Asignar transportista a ${notes(count)}`,
      (count: number) => `Assign a carrier to ${notesEn(count)}`,
    ],
    documentos: [
      (count: number) => `Emitir los documentos de ${notes(count)}`,
      (count: number) => `Issue the documents of ${notesEn(count)}`,
    ],
    anular: [(count: number) => `Anular ${notes(count)}`, (count: number) => `Cancel ${notesEn(count)}`],
  },
  intros: {
    transportista: [
      'Se guarda este transportista, con su vehículo y su conductor. Si una carta ya tiene otro, sus datos se sustituyen por completo.',
      'This carrier is saved with its vehicle and driver. If a note already has another carrier, all its details are replaced.',
    ],
    documentos: [
      'Se emite una versión nueva del documento de cada carta que haya cambiado, en el idioma y la clase del anterior.',
      'A new version of the document is issued for each note that has changed, in the language and kind of the previous one.',
    ],
    anular: [
      'Una carta anulada ya no se puede modificar, firmar ni entregar. No se puede deshacer.',
      'A cancelled note can no longer be changed, signed or delivered. This cannot be undone.',
    ],
  },
  included: ['Cartas incluidas', 'Notes included'],
  excluded: ['No incluidas', 'Not included'],
  signed: ['Firmada: habrá que volver a firmarla.', 'Signed: it must be signed again.'],
  onTheWay: [
    'La mercancía ya está en camino o entregada: el transportista no se puede cambiar.',
    'The goods are on the way or delivered: the carrier can no longer be changed.',
  ],
  unknown: [
    (count: number) =>
      `${notes(count)} de la selección ya no se ${count === 1 ? 'encuentra' : 'encuentran'}.`,
    (count: number) => `${notesEn(count)} in the selection could not be found.`,
  ],
  reason: ['Motivo del cambio', 'Reason for the change'],
  reasonHint: ['Obligatorio si alguna carta está firmada.', 'Required if a note is signed.'],
  cancelReason: ['Motivo de la anulación', 'Reason for cancelling'],
  back: ['Volver a la lista', 'Back to the list'],
  doneOf: [
    (done: number, all: number) =>
      done === all ? `Hecho: ${notes(all)}` : `Hecho en ${done} de ${notes(all)}`,
    (done: number, all: number) =>
      done === all ? `Done: ${notesEn(all)}` : `Done for ${done} of ${notesEn(all)}`,
  ],
  done: {
    transportista: ['Transportista asignado', 'Carrier assigned'],
    documentos: ['Documento emitido', 'Document issued'],
    anular: ['Anulada', 'Cancelled'],
  },
  unchanged: ['Sin cambios: ya estaba así', 'No change needed'],
  notTried: [
    'No se ha intentado: el servicio no respondía. Inténtelo de nuevo en unos minutos.',
    'Not tried: the service did not respond. Try again in a few minutes.',
  ],
  notDone: ['No hecho', 'Not done'],
  number: ['Número', 'Number'],
  route: ['Ruta', 'Route'],
  result: ['Resultado', 'Result'],
})
