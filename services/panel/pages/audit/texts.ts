import { textTable } from '@ecmr/contract'

export const texts = textTable({
  title: ['Auditoría', 'Audit trail'],
  lead: [
    'Todo lo que ha pasado con sus cartas de porte y con la cuenta de su empresa. El registro solo crece, y cada suceso lleva la huella del anterior.',
    'Everything that has happened to your consignment notes and to your company’s account. The record only ever grows, and each event carries the hash of the one before.',
  ],
  tabs: ['Partes de la auditoría', 'Parts of the audit trail'],
  notes: ['Cartas de porte', 'Consignment notes'],
  accountTab: ['Cuenta de la empresa', 'Company account'],
  desde: ['Desde el día', 'From this day'],
  hasta: ['Hasta el día', 'Up to this day'],
  quien: ['Quién', 'Who'],
  quienHint: ['Parte del nombre', 'Part of the name'],
  filter: ['Filtrar', 'Filter'],
  clear: ['Quitar los filtros', 'Clear the filters'],
  export: [
    'Exportar lo filtrado (JSON, una línea por suceso)',
    'Export what is filtered (JSON, one line for each event)',
  ],
  exportLimit: [
    (most: string) => `Como mucho los ${most} más recientes.`,
    (most: string) => `At most the ${most} newest.`,
  ],
  when: ['Cuándo', 'When'],
  what: ['Qué', 'What'],
  who: ['Quién', 'Who'],
  none: ['No hay nada que cumpla estos filtros.', 'No events match these filters.'],
  noneYet: ['Aún no ha pasado nada.', 'Nothing has happened yet.'],
  partial: [
    (until: string) => `Se ha buscado hasta el ${until}. Puede haber más sucesos de esta persona antes.`,
    (until: string) => `Searched back to ${until}. There may be more events of this person before that.`,
  ],
  goOn: ['Seguir buscando', 'Continue searching'],
  older: ['Anteriores', 'Older'],
  newest: ['Los más recientes', 'The newest ones'],
  pages: ['Páginas de la auditoría', 'Pages of the audit trail'],
  version: ['Versión', 'Version'],
  revision: ['Lugar en el registro de la cuenta', 'Place in the record of the account'],
  position: ['Posición en el registro', 'Position in the log'],
  hash: ['Huella (SHA-256)', 'Hash (SHA-256)'],
  previous: ['Huella anterior', 'Hash before it'],
  first: ['ninguna: es el primero', 'none: it is the first'],
  details: ['Detalles y huella', 'Details and hash'],
  inferred: ['deducido de lo que vino después', 'implied by what came after'],
  changed: [
    (field: string, before: string, after: string) => `${field}: de «${before}» a «${after}»`,
    (field: string, before: string, after: string) => `${field}: from “${before}” to “${after}”`,
  ],
  set: [
    (field: string, value: string) => `${field}: ${value}`,
    (field: string, value: string) => `${field}: ${value}`,
  ],
  cleared: [
    (field: string, before: string) => `${field}: «${before}» se ha borrado`,
    (field: string, before: string) => `${field}: “${before}” was cleared`,
  ],
  more: [
    (count: string) => `y ${count} campos más; están en el historial de la carta.`,
    (count: string) => `and ${count} more fields; they are in the note’s history.`,
  ],
  notADay: ['Escriba un día que exista, como 2026-11-03.', 'Enter a day that exists, such as 2026-11-03.'],
  backwards: ['Este día es anterior al primero.', 'This day is before the first one.'],
  members: [
    {
      reason: 'Motivo',
      unsigned_reason: 'Por qué no firma el destinatario',
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
      unsigned_reason: 'Why the receiver does not sign',
      signer_name: 'Signer',
      signer_tax_id: 'Signer’s tax id',
      remarks: 'Remarks',
      place: 'Place',
      grounds: 'Grounds of the reservation',
      description: 'Description',
      note: 'Note',
    },
  ],
  verify: ['Verificar', 'Verify'],
  verifyLead: [
    'Se leen del registro el historial de la empresa, el de cada carta de porte y los accesos a sus documentos, se calculan de nuevo todas las huellas y se comprueba que no falte, sobre ni se haya cambiado nada.',
    'Reads the history of the company, of every consignment note and of who fetched its documents from the log, recomputes every hash, and checks that nothing is missing, added or changed.',
  ],
  verifyButton: ['Verificar ahora', 'Verify now'],
  verifyNote: ['Verificar esta carta de porte', 'Verify this consignment note'],
  verifyTitle: ['Verificación del registro', 'Verification of the log'],
  verifyNoteTitle: [
    (number: string) => `Verificación de ${number}`,
    (number: string) => `Verification of ${number}`,
  ],
  underWay: ['Verificación en curso', 'Verification in progress'],
  underWayLead: [
    (notes: string, total: string) =>
      `Comprobadas ${notes} de ${total} cartas de porte. Si no sigue por sí sola, use el botón.`,
    (notes: string, total: string) =>
      `${notes} of ${total} consignment notes checked. If it does not continue by itself, use the button.`,
  ],
  progress: ['Cartas de porte comprobadas', 'Consignment notes checked'],
  goOnButton: ['Continuar', 'Go on'],
  stop: ['Dejarlo', 'Stop'],
  sound: ['El registro está intacto', 'The log is intact'],
  soundLead: [
    (events: string, notes: string) =>
      `Los ${events} sucesos de la cuenta y de ${notes} cartas de porte están como se anotaron.`,
    (events: string, notes: string) =>
      `All ${events} events of the account and of ${notes} consignment notes are as they were recorded.`,
  ],
  soundNote: [
    (events: string) =>
      events === '1'
        ? 'Su único suceso está como se anotó.'
        : `Sus ${events} sucesos están como se anotaron.`,
    (events: string) =>
      events === '1'
        ? 'Its only event is as it was recorded.'
        : `All its ${events} events are as they were recorded.`,
  ],
  broken: [
    (count: string, one: boolean) =>
      one ? 'Hay 1 suceso que no está como se anotó' : `Hay ${count} sucesos que no están como se anotaron`,
    (count: string, one: boolean) =>
      one ? '1 event is not as it was recorded' : `${count} events are not as they were recorded`,
  ],
  brokenLead: [
    (events: string, notes: string) =>
      `Se han comprobado ${events} sucesos de la cuenta y de ${notes} cartas de porte. Guarde esta página y avise al operador del servicio.`,
    (events: string, notes: string) =>
      `${events} events of the account and of ${notes} consignment notes were checked. Save this page and contact the operator of the service.`,
  ],
  brokenNote: [
    'Guarde esta página y avise al operador del servicio.',
    'Save this page and contact the operator of the service.',
  ],
  someOf: [
    (shown: string) => `Se muestran los primeros ${shown}.`,
    (shown: string) => `The first ${shown} are shown.`,
  ],
  facts: ['Qué se ha comprobado', 'What was checked'],
  began: ['Empezó', 'Began'],
  ended: ['Terminó', 'Ended'],
  upTo: ['Hasta la posición del registro', 'Up to the position in the log'],
  events: ['Sucesos', 'Events'],
  checkedNotes: ['Cartas de porte', 'Consignment notes'],
  where: ['Dónde', 'Where'],
  which: ['Suceso', 'Event'],
  fault: ['Qué le pasa', 'Problem'],
  companyStream: ['Cuenta de la empresa', 'Company account'],
  readsStream: ['Accesos a un documento', 'Reads of a document'],
  problems: {
    changed: ['Su contenido no es el que se anotó.', 'Its content is not what was recorded.'],
    missing: ['Falta: se anotó y ya no está.', 'Missing: it was recorded and no longer exists.'],
    inserted: ['Se ha metido en el lugar de otro.', 'It replaces another event.'],
    reordered: ['No está en su sitio: se ha cambiado el orden.', 'Its position in the order was changed.'],
    read_model_differs: [
      'Está en el registro, pero no se ve en el historial de estas páginas.',
      'It is in the log, but the history on these pages does not show it.',
    ],
  },
  busy: [
    'Ya hay una verificación en marcha. Espere unos segundos y pulse de nuevo.',
    'A verification is already running. Wait a few seconds and try again.',
  ],
  limits: [
    'Lo que no se ve así: que alguien con acceso a la base de datos haya vuelto a escribir el registro entero con huellas nuevas, o que falte el final del registro de la cuenta de la empresa, del que no hay copia con la que comparar.',
    'This check cannot detect that the whole log was rewritten with new hashes by a person with database access, or that the end of the company account’s record is missing, since there is no copy to compare it with.',
  ],
  back: ['Volver a la auditoría', 'Back to the audit trail'],
  backToNote: ['Volver a la carta de porte', 'Back to the consignment note'],
})
