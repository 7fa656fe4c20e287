import { textTable } from '@ecmr/contract'

/** What is said about erasing personal data of a note. */
export const eraseTexts = textTable({
  title: ['Borrar datos personales', 'Erase personal data'],
  about: [
    'Lo que borre no lo podrá leer nadie nunca más, tampoco nosotros: ni aquí, ni como era antes, ni en los documentos, que se sustituyen por una versión sin esos datos. La carta de porte, sus fechas, la mercancía y las huellas que prueban que nadie la cambió se conservan. Lo que ya se envió o descargó no se puede borrar desde aquí.',
    'What you erase can never be read again, not by us either: neither here, nor as it was before, nor in the documents, which are replaced by a version without that data. The note, its dates, the goods and the hashes that prove that it was not changed stay. What has already been sent or downloaded cannot be erased from here.',
  ],
  duty: [
    'Después de la entrega la ley obliga a conservar los datos un año: entonces el borrado queda solicitado, y se hace ese día.',
    'After the delivery the law has the data kept for a year: the erasure is then recorded, and done on that day.',
  ],
  waits: [
    (day: string) => `El borrado ya está solicitado y se hará el ${day}.`,
    (day: string) => `The erasure has been asked for and will be done on ${day}.`,
  ],
  category: ['Qué datos', 'Which data'],
  people: [
    'Personas: conductor, firmantes, contactos y textos libres',
    'People: driver, signers, contacts and free texts',
  ],
  parties: [
    'Empresas: nombres, NIF y direcciones de las partes',
    'Companies: names, tax ids and addresses of the parties',
  ],
  all: ['Todos', 'All of it'],
  reason: ['Motivo', 'Reason'],
  reasonHint: [
    'Queda anotado para siempre: no escriba nombres. Por ejemplo: «lo pidió el conductor».',
    'It stays on record for good: write no names. For example: “asked for by the driver”.',
  ],
  save: ['Borrar para siempre', 'Erase for good'],
  sure: ['¿Borrar estos datos para siempre?', 'Erase this data for good?'],
  nothing: ['No queda ningún dato de estos.', 'There is no such data left.'],
  needed: ['Elija qué datos se borran.', 'Choose which data is erased.'],
  badReason: [
    'Escriba un motivo que no diga los datos que se borran.',
    'Write a reason that does not say what is erased.',
  ],
})
