import { textTable } from '@ecmr/contract'

/** What the history of a note says. */
export const historyTexts = textTable({
  title: [(number: string) => `Historial de ${number}`, (number: string) => `History of ${number}`],
  history: ['Historial', 'History'],
  about: [
    'Quién hizo qué y cuándo. Nada se puede cambiar ni borrar: cada evento lleva la huella del anterior.',
    'Who did what and when. Nothing can be changed or deleted: each event carries the hash of the previous one.',
  ],
  version: [(version: string) => `Versión ${version}`, (version: string) => `Version ${version}`],
  who: ['Quién', 'Who'],
  reason: ['Motivo', 'Reason'],
  inferred: [
    'No se comunicó: se deduce de un evento posterior.',
    'Not reported: inferred from a later event.',
  ],
  field: ['Dato', 'Field'],
  before: ['Antes', 'Before'],
  after: ['Después', 'After'],
  value: ['Valor', 'Value'],
  wholeEntry: ['Ver el evento completo', 'View full event'],
  moreChanges: [
    (count: number) => (count === 1 ? 'y 1 dato más' : `y ${count} datos más`),
    (count: number) => (count === 1 ? 'and 1 more field' : `and ${count} more fields`),
  ],
  noteThen: ['Ver la carta de porte en esta versión', 'View the note at this version'],
  stated: [(label: string) => `${label} (hora declarada)`, (label: string) => `${label} (time as stated)`],
  hash: ['Huella (SHA-256)', 'Hash (SHA-256)'],
  previousHash: ['Huella del evento anterior', 'Previous event’s hash'],
  first: ['ninguna: es el primer evento', 'none: this is the first event'],
  entries: [
    (from: string, to: string, total: string) => `Eventos ${from} a ${to} de ${total}`,
    (from: string, to: string, total: string) => `Events ${from} to ${to} of ${total}`,
  ],
  pages: ['Páginas', 'Pages'],
  allEntries: ['Todo el historial', 'Full history'],
  toNote: ['Carta de porte', 'Consignment note'],
  none: ['Esta página del historial está vacía.', 'This page of the history is empty.'],
})

/** What events say besides changed fields. */
export const detailLabels = textTable({
  signer_name: ['Firmante', 'Signer'],
  signer_tax_id: ['NIF del firmante', 'Signer’s tax ID'],
  method: ['Forma de firmar', 'Signing method'],
  place: ['Lugar', 'Place'],
  remarks: ['Observaciones', 'Remarks'],
  content_hash: ['Huella del contenido firmado', 'Signed content hash'],
  signature_hash: ['Huella de la firma', 'Signature hash'],
  previous_signature_hash: ['Huella de la firma anterior', 'Previous signature hash'],
  signature_image_sha256: ['Huella de la imagen de la firma', 'Signature image hash'],
  signed_at: ['Firmada', 'Signed'],
  taken_over_at: ['Recogida', 'Taken over'],
  delivered_at: ['Entregada', 'Delivered'],
  changed_at: ['Cambio', 'Changed'],
  occurred_at: ['Fecha de la incidencia', 'Date of incident'],
  severity: ['Gravedad', 'Severity'],
  description: ['Descripción', 'Description'],
  note: ['Observaciones', 'Remarks'],
  grounds: ['Reserva', 'Grounds'],
  incident_id: ['Incidencia', 'Incident'],
  language: ['Idioma', 'Language'],
  sha256: ['Huella del archivo (SHA-256)', 'File hash (SHA-256)'],
  supersedes: ['Sustituye al documento', 'Replaces document'],
  reservation_id: ['Reserva n.º', 'Reservation'],
})
