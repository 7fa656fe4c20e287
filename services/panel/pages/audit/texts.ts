import { textTable } from '@ecmr/contract'

export const texts = textTable({
  title: ['Auditoría', 'Audit trail'],
  lead: [
    'Todos los eventos de sus cartas de porte y de la cuenta de su empresa. Nada se puede cambiar ni borrar: cada evento lleva la huella del anterior.',
    'Every event of your consignment notes and your company’s account. Nothing can be changed or deleted: each event carries the hash of the previous one.',
  ],
  tabs: ['Secciones de la auditoría', 'Audit trail sections'],
  notes: ['Cartas de porte', 'Consignment notes'],
  accountTab: ['Cuenta de la empresa', 'Company account'],
  desde: ['Desde', 'From'],
  hasta: ['Hasta', 'To'],
  quien: ['Quién', 'Who'],
  quienHint: ['Parte del nombre', 'Part of the name'],
  filter: ['Filtrar', 'Filter'],
  clear: ['Quitar filtros', 'Clear filters'],
  export: ['Exportar (JSON, una línea por evento)', 'Export (JSON, one line per event)'],
  exportLimit: [
    (most: string) => `Máximo: los ${most} eventos más recientes.`,
    (most: string) => `Limited to the ${most} newest events.`,
  ],
  when: ['Cuándo', 'When'],
  what: ['Qué', 'What'],
  who: ['Quién', 'Who'],
  none: ['Ningún evento cumple estos filtros.', 'No events match these filters.'],
  noneYet: ['Todavía no hay eventos.', 'No events yet.'],
  partial: [
    (until: string) => `Se ha buscado hasta el ${until}. Puede haber eventos anteriores de esta persona.`,
    (until: string) => `Searched back to ${until}. There may be earlier events by this person.`,
  ],
  goOn: ['Seguir buscando', 'Continue searching'],
  older: ['Anteriores', 'Older'],
  newest: ['Más recientes', 'Newest'],
  pages: ['Páginas de la auditoría', 'Audit trail pages'],
  version: ['Versión', 'Version'],
  revision: ['Posición en el registro de la cuenta', 'Position in the account log'],
  position: ['Posición en el registro', 'Position in the log'],
  hash: ['Huella (SHA-256)', 'Hash (SHA-256)'],
  previous: ['Huella anterior', 'Previous hash'],
  first: ['ninguna: es el primer evento', 'none: this is the first event'],
  details: ['Detalles y huella', 'Details and hash'],
  inferred: ['deducido de un evento posterior', 'inferred from a later event'],
  changed: [
    (field: string, before: string, after: string) => `${field}: de «${before}» a «${after}»`,
    (field: string, before: string, after: string) => `${field}: from “${before}” to “${after}”`,
  ],
  set: [
    (field: string, value: string) => `${field}: ${value}`,
    (field: string, value: string) => `${field}: ${value}`,
  ],
  cleared: [
    (field: string, before: string) => `${field}: se ha quitado «${before}»`,
    (field: string, before: string) => `${field}: “${before}” was removed`,
  ],
  more: [
    (count: string) => `y ${count} campos más. Véalos en el historial de la carta de porte.`,
    (count: string) => `and ${count} more fields. See the note’s history.`,
  ],
  notADay: ['Escriba una fecha válida, como 2026-11-03.', 'Enter a valid date, such as 2026-11-03.'],
  backwards: ['Debe ser igual o posterior a «Desde».', 'This must not be before “From”.'],
  members: [
    {
      reason: 'Motivo',
      unsigned_reason: 'Motivo por el que no firma el destinatario',
      signer_name: 'Firmante',
      signer_tax_id: 'NIF del firmante',
      remarks: 'Observaciones',
      place: 'Lugar',
      grounds: 'Motivo de la reserva',
      description: 'Descripción',
      note: 'Nota',
    } as Readonly<Record<string, string>>,
    {
      reason: 'Reason',
      unsigned_reason: 'Why the receiver did not sign',
      signer_name: 'Signer',
      signer_tax_id: 'Signer’s tax ID',
      remarks: 'Remarks',
      place: 'Place',
      grounds: 'Grounds for the reservation',
      description: 'Description',
      note: 'Note',
    },
  ],
  verify: ['Verificar', 'Verify'],
  verifyLead: [
    'Lee del registro los eventos de la empresa, de cada carta de porte y de los accesos a sus documentos, vuelve a calcular todas las huellas y comprueba que no falta, sobra ni ha cambiado nada.',
    'Reads the events of the company, of every consignment note and of access to its documents from the log, recomputes every hash and checks that nothing is missing, added or changed.',
  ],
  verifyButton: ['Verificar ahora', 'Verify now'],
  verifyNote: ['Verificar esta carta de porte', 'Verify this consignment note'],
  verifyTitle: ['Verificación del registro', 'Log verification'],
  verifyNoteTitle: [
    (number: string) => `Verificación de ${number}`,
    (number: string) => `Verification of ${number}`,
  ],
  underWay: ['Verificación en curso', 'Verification in progress'],
  underWayLead: [
    (notes: string, total: string) =>
      `Comprobadas ${notes} de ${total} cartas de porte. Si la página no avanza, pulse el botón.`,
    (notes: string, total: string) =>
      `${notes} of ${total} consignment notes checked. If the page does not advance, use the button.`,
  ],
  progress: ['Cartas de porte comprobadas', 'Consignment notes checked'],
  goOnButton: ['Continuar', 'Continue'],
  stop: ['Detener', 'Stop'],
  sound: ['El registro está intacto', 'The log is intact'],
  soundLead: [
    (events: string, notes: string) =>
      `Los ${events} eventos de la cuenta y de ${notes} cartas de porte están como se registraron.`,
    (events: string, notes: string) =>
      `All ${events} events of the account and of ${notes} consignment notes are as recorded.`,
  ],
  soundNote: [
    (events: string) =>
      events === '1'
        ? 'Su único evento está como se registró.'
        : `Sus ${events} eventos están como se registraron.`,
    (events: string) =>
      events === '1' ? 'Its only event is as recorded.' : `All its ${events} events are as recorded.`,
  ],
  broken: [
    (count: string, one: boolean) => (one ? 'Hay 1 evento alterado' : `Hay ${count} eventos alterados`),
    (count: string, one: boolean) =>
      one ? '1 event is not as recorded' : `${count} events are not as recorded`,
  ],
  brokenLead: [
    (events: string, notes: string) =>
      `Se han comprobado ${events} eventos de la cuenta y de ${notes} cartas de porte. Guarde esta página y avise al operador del servicio.`,
    (events: string, notes: string) =>
      `${events} events of the account and of ${notes} consignment notes were checked. Save this page and contact the operator of this service.`,
  ],
  brokenNote: [
    'Guarde esta página y avise al operador del servicio.',
    'Save this page and contact the operator of this service.',
  ],
  someOf: [
    (shown: string) => `Se muestran los primeros ${shown}.`,
    (shown: string) => `The first ${shown} are shown.`,
  ],
  facts: ['Qué se ha comprobado', 'What was checked'],
  began: ['Inicio', 'Started'],
  ended: ['Fin', 'Finished'],
  upTo: ['Hasta la posición del registro', 'Up to log position'],
  events: ['Eventos', 'Events'],
  checkedNotes: ['Cartas de porte', 'Consignment notes'],
  where: ['Dónde', 'Where'],
  which: ['Evento', 'Event'],
  fault: ['Problema', 'Problem'],
  companyStream: ['Cuenta de la empresa', 'Company account'],
  readsStream: ['Accesos a un documento', 'Document access'],
  problems: {
    changed: ['Su contenido no es el que se registró.', 'Its content is not what was recorded.'],
    missing: ['Falta: se registró y ya no está.', 'Missing: it was recorded but no longer exists.'],
    inserted: ['Ocupa el lugar de otro evento.', 'It replaces another event.'],
    reordered: ['Se ha cambiado su orden.', 'Its order was changed.'],
    read_model_differs: [
      'Está en el registro, pero no en el historial de estas páginas.',
      'It is in the log but not in the history on these pages.',
    ],
  },
  busy: [
    'Ya hay una verificación en curso. Espere unos segundos e inténtelo de nuevo.',
    'A verification is already running. Wait a few seconds and try again.',
  ],
  limits: [
    'Esta comprobación no detecta que alguien con acceso a la base de datos haya reescrito el registro entero con huellas nuevas, ni que falte el final del registro de la cuenta de la empresa, porque no hay copia con la que comparar.',
    'This check cannot detect that someone with database access rewrote the whole log with new hashes, or that the end of the company account’s log is missing, since there is no copy to compare it with.',
  ],
  back: ['Volver a la auditoría', 'Back to audit trail'],
  backToNote: ['Volver a la carta de porte', 'Back to consignment note'],
})
