import type { Unfit } from '@ecmr/application'
import { type TextTable, textTable } from '@ecmr/contract'
import type { AttachmentKind } from '@ecmr/domain'

/** What is wrong with a file, as pages say it. */
export const fileFaultTexts = textTable({
  required: ['Elija un archivo.', 'Choose a file.'],
  empty: ['El archivo está vacío. Elija otro.', 'The file is empty. Choose another one.'],
  too_large: [
    'El archivo supera los 10 MB. Redúzcalo y envíelo de nuevo.',
    'The file is larger than 10 MB. Make it smaller and send it again.',
  ],
  wrong_type: [
    'No es una imagen JPEG, PNG o WebP ni un PDF. Envíe uno de ellos.',
    'It is not a JPEG, PNG or WebP picture or a PDF. Send one of these.',
  ],
  damaged: [
    'El archivo está incompleto o dañado. Envíelo de nuevo.',
    'The file is incomplete or damaged. Send it again.',
  ],
  animated: ['Envíe una imagen fija: esta se mueve.', 'Send a still picture: this one moves.'],
  too_small: ['La imagen es demasiado pequeña.', 'The picture is too small.'],
  too_many_pixels: [
    'La imagen tiene más de 50 megapíxeles. Redúzcala y envíela de nuevo.',
    'The picture has more than 50 megapixels. Make it smaller and send it again.',
  ],
  active_content: [
    'El PDF contiene programas. Imprímalo en otro PDF y envíe ese.',
    'The PDF contains scripts. Print it to another PDF and send that one.',
  ],
  other_sha256: [
    'El archivo ha llegado cambiado. Envíelo de nuevo.',
    'The file arrived changed. Send it again.',
  ],
  not_a_picture: [
    'Las fotografías son imágenes. Elija otra clase para un PDF.',
    'Photographs are pictures. Choose another kind for a PDF.',
  ],
  too_many_files: ['Elija cinco archivos como máximo.', 'Choose five files at most.'],
  malformed: [
    'El formulario no ha llegado completo. Envíelo de nuevo.',
    'The form did not arrive complete. Send it again.',
  ],
} satisfies TextTable<Unfit | 'required' | 'too_many_files' | 'malformed'>)

/** What an attachment shows. */
export const attachmentKindLabels = textTable({
  load_photo: ['Foto de la carga', 'Photo of the load'],
  damage_photo: ['Foto de daños', 'Photo of damage'],
  delivery_note: ['Albarán', 'Delivery note'],
  weight_note: ['Tique de báscula', 'Weight note'],
  adr_document: ['Documento ADR', 'ADR document'],
  waste_document: ['Documento de residuos', 'Waste document'],
  received_deca: ['DeCA recibido', 'Received DeCA'],
  other: ['Otro', 'Other'],
} satisfies TextTable<AttachmentKind>)

/** What the page of a note’s attachments, and its section on the note’s page, say. */
export const attachmentTexts = textTable({
  title: ['Adjuntos', 'Attachments'],
  none: ['Aún no hay adjuntos.', 'No attachments yet.'],
  all: [(count: number) => `Todos los adjuntos (${count})`, (count: number) => `All attachments (${count})`],
  add: ['Añadir adjuntos', 'Add attachments'],
  about: [
    'Imágenes JPEG, PNG o WebP y PDF, hasta 10 MB cada uno y 50 por carta de porte. A las imágenes se les quita lo que dicen del lugar, la hora y el teléfono.',
    'JPEG, PNG or WebP pictures and PDFs, up to 10 MB each and 50 for a note. What pictures say of place, time and telephone is removed.',
  ],
  kind: ['Clase', 'Kind'],
  kindMissing: ['Elija la clase.', 'Choose the kind.'],
  file: ['Archivos (hasta cinco)', 'Files (up to five)'],
  camera: ['O una foto con la cámara', 'Or a photo with the camera'],
  caption: ['Título', 'Title'],
  keepLocation: ['Guardar el lugar de la foto', 'Keep where the photo was taken'],
  decaHint: [
    'Un DeCA recibido se guarda tal como llegó; nadie comprueba si es válido.',
    'A received DeCA is kept as it came; nobody checks whether it is valid.',
  ],
  list: ['Lista de adjuntos', 'List of attachments'],
  download: ['Descargar', 'Download'],
  preview: [(name: string) => `Vista previa de ${name}`, (name: string) => `Preview of ${name}`],
  withdrawn: ['Retirado', 'Withdrawn'],
  erased: ['Borrado', 'Erased'],
  erasedAbout: [
    'El archivo se borró con los datos personales de la carta de porte.',
    'The file was removed with the personal data of the note.',
  ],
  withdraw: ['Retirar', 'Withdraw'],
  reason: ['Motivo', 'Reason'],
  reasonMissing: ['Indique el motivo.', 'Enter the reason.'],
  earlier: ['Adjuntos anteriores', 'Earlier attachments'],
  added: [
    (count: number) => (count === 1 ? 'Se ha añadido un archivo.' : `Se han añadido ${count} archivos.`),
    (count: number) => (count === 1 ? 'One file was added.' : `${count} files were added.`),
  ],
  place: ['Lugar', 'Place'],
})
