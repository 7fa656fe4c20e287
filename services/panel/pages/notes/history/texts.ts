import { textTable } from '@ecmr/contract'

/** What the history of a note says. */
export const historyTexts = textTable({
  title: [(number: string) => `Historial de ${number}`, (number: string) => `History of ${number}`],
  history: ['Historial', 'History'],
  about: [
    'Quién hizo qué y cuándo. Nada de esto se puede cambiar ni borrar: cada apunte lleva la huella del anterior.',
    'Who did what, and when. None of this can be changed or deleted: each entry carries the hash of the one before.',
  ],
  version: [(version: string) => `Versión ${version}`, (version: string) => `Version ${version}`],
  who: ['Quién', 'Who'],
  reason: ['Motivo', 'Reason'],
  inferred: [
    'Nadie lo comunicó: se deduce de lo que vino después.',
    'Not reported: inferred from a later event.',
  ],
  field: ['Dato', 'Particular'],
  before: ['Antes', 'Before'],
  after: ['Después', 'After'],
  value: ['Valor', 'Value'],
  wholeEntry: ['Ver el apunte entero', 'See the whole entry'],
  moreChanges: [
    (count: number) => (count === 1 ? 'y 1 dato más' : `y ${count} datos más`),
    (count: number) => (count === 1 ? 'and 1 particular more' : `and ${count} particulars more`),
  ],
  noteThen: ['Ver la carta de porte en esta versión', 'See the note at this version'],
  hash: ['Huella (SHA-256)', 'Hash (SHA-256)'],
  previousHash: ['Huella del apunte anterior', 'Hash of the entry before'],
  first: ['ninguna: es el primer apunte', 'none: this is the first entry'],
  entries: [
    (from: string, to: string, total: string) => `Apuntes ${from} a ${to} de ${total}`,
    (from: string, to: string, total: string) => `Entries ${from} to ${to} of ${total}`,
  ],
  pages: ['Páginas', 'Pages'],
  allEntries: ['Todo el historial', 'The whole history'],
  toNote: ['Carta de porte', 'Consignment note'],
  none: ['Esta página del historial está vacía.', 'This page of the history is empty.'],
})

/** What events say besides changed fields. */
export const detailLabels = textTable({
  signer_name: ['Firmante', 'Signer'],
  signer_tax_id: ['NIF del firmante', 'Tax ID of the signer'],
  method: ['Forma de firmar', 'Way of signing'],
  place: ['Lugar', 'Place'],
  remarks: ['Observaciones', 'Remarks'],
  content_hash: ['Huella del contenido firmado', 'Hash of the signed content'],
  signature_hash: ['Huella de la firma', 'Hash of the signature'],
  previous_signature_hash: ['Huella de la firma anterior', 'Hash of the signature before'],
  signature_image_sha256: ['Huella de la imagen de la firma', 'Hash of the signature’s image'],
  taken_over_at: ['Recogida', 'Taken over'],
  delivered_at: ['Entregada', 'Delivered'],
  occurred_at: ['Ocurrió', 'Happened'],
  severity: ['Gravedad', 'Severity'],
  description: ['Qué pasó', 'What happened'],
  note: ['Observaciones', 'Remarks'],
  grounds: ['Reserva', 'Grounds'],
  incident_id: ['Incidencia', 'Incident'],
  language: ['Idioma', 'Language'],
  sha256: ['Huella del archivo (SHA-256)', 'Hash of the file (SHA-256)'],
  supersedes: ['Sustituye al documento', 'Takes the place of document'],
  reservation_id: ['Reserva n.º', 'Reservation'],
})
