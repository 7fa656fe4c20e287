import { textTable } from '@ecmr/contract'

/** What is said about erasing personal data of a note. */
export const eraseTexts = textTable({
  title: ['Borrar datos personales', 'Erase personal data'],
  about: [
    'Los datos borrados no se pueden recuperar: desaparecen de la carta de porte, de sus versiones anteriores y de los documentos, que se sustituyen por una versión sin ellos. Se conservan la carta de porte, las fechas, la mercancía y las huellas que demuestran que no se ha alterado. Lo que ya se envió o descargó no se puede borrar desde aquí.',
    'Erased data cannot be recovered. It is removed from the note, its previous versions and its documents, which are replaced by a version without it. The note, its dates, the goods and the hashes that prove it was not altered are kept. Anything already sent or downloaded cannot be erased from here.',
  ],
  duty: [
    'Tras la entrega, la ley obliga a conservar los datos durante un año. El borrado se programará para el final de ese plazo.',
    'After delivery, the law requires the data to be kept for a year. The erasure will be scheduled for the end of that period.',
  ],
  waits: [
    (day: string) => `Borrado programado para el ${day}.`,
    (day: string) => `Erasure scheduled for ${day}.`,
  ],
  category: ['Datos que se borrarán', 'Data to erase'],
  people: [
    'Personas: conductor, firmantes, contactos y textos libres',
    'People: driver, signers, contacts and free text',
  ],
  parties: [
    'Empresas: nombres, NIF y direcciones de las partes',
    'Companies: names, tax IDs and addresses of the parties',
  ],
  all: ['Todos', 'All'],
  reason: ['Motivo', 'Reason'],
  reasonHint: [
    'Se conserva para siempre: no escriba nombres. Por ejemplo: «solicitado por el conductor».',
    'Kept permanently, so do not enter names. For example: “requested by the driver”.',
  ],
  save: ['Borrar para siempre', 'Erase permanently'],
  sure: ['¿Borrar estos datos para siempre?', 'Erase this data permanently?'],
  nothing: ['No quedan datos de este tipo.', 'There is no data of this kind left.'],
  needed: ['Elija los datos que se borrarán.', 'Choose the data to erase.'],
  badReason: [
    'Escriba un motivo que no incluya los datos que se borran.',
    'Enter a reason that does not contain the erased data.',
  ],
})
