import { fullFieldLabel, type Language, textTable } from '@ecmr/contract'
import type { ReadingWarning } from '@ecmr/ocr'
import { formTexts } from '../shared/form-texts.js'
import { nameIn } from '../shared/labels.js'

/** What the pages that read a paper note say. */
export const paperTexts = textTable({
  title: ['Leer carta en papel', 'Read paper note'],
  link: ['Leer carta en papel', 'Read paper note'],
  intro: [
    'Haga una foto de la carta de porte o del albarán, o elija un escaneo o un PDF. Los datos se pasan al formulario, y los revisará con la imagen al lado antes de crear la carta de porte.',
    'Take a photo of the consignment note or delivery note, or choose a scan or PDF. The data is entered in the form, and you check it against the picture before creating the note.',
  ],
  picture: ['Foto o escaneo', 'Photo or scan'],
  camera: ['O haga una foto ahora', 'Or take a photo now'],
  kinds: [
    'PNG, JPEG, WebP o PDF. Hasta 8 páginas de una misma carta de porte, 10 MB por archivo y 20 MB en total.',
    'PNG, JPEG, WebP or PDF. Up to 8 pages of one note, 10 MB per file and 20 MB in total.',
  ],
  tips: [
    'Para mejores resultados: la hoja entera, plana, enfocada y sin sombras. Puede estar girada.',
    'For best results: the whole sheet, flat, in focus and without shadows. It can be rotated.',
  ],
  drop: ['También puede arrastrar el archivo aquí.', 'You can also drop the file here.'],
  chosen: ['Imagen elegida', 'Selected picture'],
  read: ['Leer la imagen', 'Read picture'],
  reading: [
    'Leyendo… Suele tardar de 3 a 10 segundos por página.',
    'Reading… This usually takes 3 to 10 seconds per page.',
  ],
  stillReading: [
    'Seguimos leyendo. Las imágenes grandes tardan más.',
    'Still reading. Large pictures take longer.',
  ],
  notStored: [
    'No se guardan la imagen ni los datos leídos. Solo se guarda la carta de porte que usted cree.',
    'Neither the picture nor the extracted data is stored, only the consignment note you create.',
  ],
  where: {
    tesseract: [
      'La imagen se procesa en este servicio y no se envía a terceros.',
      'The picture is processed on this service and not sent to third parties.',
    ],
    gemini: [
      'La imagen se envía a Gemini, un servicio de Google, para leerla.',
      'The picture is sent to Gemini, a Google service, to be read.',
    ],
  },
  inFile: [(file: number) => `Archivo ${file}:`, (file: number) => `File ${file}:`],
  onPage: [(page: number) => `Página ${page}:`, (page: number) => `Page ${page}:`],
  faults: {
    none_chosen: ['Elija una imagen.', 'Choose a picture.'],
    too_many_pages: ['Demasiadas páginas: el máximo es 8.', 'Too many pages: the maximum is 8.'],
    too_large_together: [
      'Los archivos superan los 20 MB en total. Haga las fotos con menos resolución o envíe menos páginas.',
      'The files exceed 20 MB in total. Take the photos at a lower resolution or send fewer pages.',
    ],
    encrypted: [
      'El PDF tiene contraseña. Guárdelo sin ella y elíjalo de nuevo.',
      'The PDF is password-protected. Save it without a password and choose it again.',
    ],
    page_too_large: [
      'Una página del PDF mide más de cinco metros. Elija un PDF con páginas de tamaño normal.',
      'A page of the PDF is over five metres long. Choose a PDF with standard paper sizes.',
    ],
    not_this_form: [
      'La imagen no ha llegado completa. Elíjala de nuevo y vuelva a enviarla.',
      'The picture did not arrive in full. Choose it and send it again.',
    ],
    no_data_url: [
      'La imagen no ha llegado completa. Elíjala de nuevo y vuelva a enviarla.',
      'The picture did not arrive in full. Choose it and send it again.',
    ],
    no_base64: [
      'La imagen no ha llegado completa. Elíjala de nuevo y vuelva a enviarla.',
      'The picture did not arrive in full. Choose it and send it again.',
    ],
    wrong_type: [
      'Este archivo no es una imagen PNG, JPEG o WebP ni un PDF. Si es una foto HEIC, guárdela como JPEG y elija ese archivo.',
      'This file is not a PNG, JPEG or WebP picture or a PDF. If it is a HEIC photo, save it as JPEG and choose that file.',
    ],
    other_content: [
      'Este archivo no es una imagen PNG, JPEG o WebP ni un PDF. Si es una foto HEIC, guárdela como JPEG y elija ese archivo.',
      'This file is not a PNG, JPEG or WebP picture or a PDF. If it is a HEIC photo, save it as JPEG and choose that file.',
    ],
    empty: ['El archivo está vacío. Elija otro.', 'The file is empty. Choose another file.'],
    too_large: [
      'La imagen supera los 10 MB. Haga la foto con menos resolución o guárdela como JPEG con más compresión.',
      'The picture is larger than 10 MB. Take it at a lower resolution or save it as JPEG with more compression.',
    ],
    damaged: [
      'El archivo está dañado o incompleto. Haga otra foto o elija otro archivo.',
      'The file is damaged or incomplete. Take another photo or choose another file.',
    ],
    animated: [
      'La imagen tiene varias páginas o está animada. Elija una imagen de una sola página.',
      'The picture has several pages or is animated. Choose a picture of a single page.',
    ],
    too_small: [
      'La imagen es demasiado pequeña para leerla. Haga la foto más cerca o con más resolución.',
      'The picture is too small to read. Take it closer up or at a higher resolution.',
    ],
    too_many_pixels: [
      'La imagen supera los 50 megapíxeles. Haga la foto o el escaneo con menos resolución.',
      'The picture has more than 50 megapixels. Take or scan it at a lower resolution.',
    ],
    unreadable: [
      'La lectura ha tardado demasiado. Haga una foto más nítida o con menos resolución, o rellene la carta de porte a mano.',
      'Reading the picture took too long. Take a sharper photo or use a lower resolution, or fill in the consignment note by hand.',
    ],
    too_many_at_once: [
      'Su empresa está leyendo varias imágenes a la vez. Espere unos segundos y vuelva a enviar esta.',
      'Your company is reading several pictures at once. Wait a few seconds and send this one again.',
    ],
    unavailable: [
      'Ahora mismo no se pueden leer imágenes. Espere un momento y vuelva a enviarla, o rellene la carta de porte a mano.',
      'Pictures cannot be read right now. Wait a moment and send it again, or fill in the consignment note by hand.',
    ],
  },
  byHand: ['Rellenar a mano', 'Fill in by hand'],
  review: {
    title: ['Revisar y crear la carta de porte', 'Review and create the note'],
    intro: [
      'El número se asigna al crearla. Al entrar en un campo, la imagen muestra dónde se ha leído.',
      'The number is assigned on creation. Select a field to see where it was read in the picture.',
    ],
    notNoteTitle: ['No parece una carta de porte', 'This does not look like a consignment note'],
    notNote: [
      'No se han encontrado los datos de una carta de porte ni de un albarán. Puede rellenar el formulario con la imagen al lado o hacer otra foto.',
      'No consignment note or delivery note data was found. You can fill in the form with the picture beside it or take another photo.',
    ],
    readTitle: [
      (count: number) => (count === 1 ? '1 dato leído' : `${count} datos leídos`),
      (count: number) => (count === 1 ? '1 field read' : `${count} fields read`),
    ],
    compare: [
      'Compárelos con la imagen: la lectura puede contener errores.',
      'Compare them with the picture: readings can contain errors.',
    ],
    missing: ['Datos obligatorios sin leer:', 'Required fields not read:'],
    doubts: ['Datos por revisar:', 'Fields to check:'],
    none: ['No quedan datos por revisar.', 'No fields left to check.'],
    warnings: ['Además:', 'Also:'],
    text: ['Ver todo el texto leído', 'Show all text read'],
    another: ['Leer otra imagen', 'Read another picture'],
    paper: ['Imagen', 'Picture'],
    picture: ['Imagen de la carta en papel', 'Picture of the paper note'],
    zoom: ['Ampliar', 'Enlarge'],
    unzoom: ['Ver entera', 'Fit to page'],
    lookAt: ['Revíselo.', 'Check this.'],
    right: ['Es correcto', 'Correct'],
    rightFor: [(label: string) => `Es correcto: ${label}`, (label: string) => `Correct: ${label}`],
    doubt: {
      onPaper: [
        (source: string) => `En el papel: «${source}».`,
        (source: string) => `On paper: “${source}”.`,
      ],
      sure: [
        (percent: number) => `Fiabilidad: ${percent}\u00a0%.`,
        (percent: number) => `Confidence: ${percent}%.`,
      ],
      unread: ['No se ha podido leer.', 'Could not be read.'],
      unreadText: [
        (source: string) => `No se ha podido interpretar: «${source}».`,
        (source: string) => `Could not be interpreted: “${source}”.`,
      ],
    },
  },
})

/** What users of a reading should know, by the codes of its warnings. */
const sentences = textTable({
  page_turned: [
    'La hoja estaba girada y se ha enderezado para leerla.',
    'The page was rotated upright before it was read.',
  ],
  low_confidence: [
    'La lectura es poco fiable. Pruebe con una foto más nítida y de la hoja plana.',
    'The reading is unreliable. Try a sharper photo of the flat sheet.',
  ],
  not_a_consignment_note: [
    'No parece una carta de porte ni un albarán. Revise todos los datos.',
    'This does not look like a consignment note or delivery note. Check every field.',
  ],
  several_documents: [
    'Parece que hay varios documentos en la imagen. Haga una foto de cada uno o revise todos los datos.',
    'There seem to be several documents in the picture. Take one picture of each or check every field.',
  ],
  different_documents: [
    'Se han omitido páginas de otro documento. Lea cada documento por separado.',
    'Pages from another document were left out. Read each document separately.',
  ],
  pages_left_out: [
    'Se han omitido páginas que no son de una carta de porte.',
    'Pages that are not part of a consignment note were left out.',
  ],
  pages_disagree: [
    'dos páginas no coinciden; compárelas con las imágenes.',
    'two pages disagree; compare them with the pictures.',
  ],
  several_receivers: [
    'El papel indica más de un destinatario. Compruebe cuál corresponde a esta carta de porte.',
    'The paper names more than one receiver. Check which one this note is for.',
  ],
  goods_items_unsure: [
    'algunas partidas son dudosas; compárelas todas con la imagen.',
    'some items are doubtful; compare all of them with the picture.',
  ],
  no_text: ['En la imagen no se ha encontrado texto.', 'No text was found in the picture.'],
})

const others = textTable({
  contradiction: ['Se contradice con otro dato.', 'This contradicts another field.'],
  unknown: ['Compare este dato con la imagen.', 'Compare this with the picture.'],
})

/** What the page says itself, as a whole or beside the field. */
const SAID_ANYWAY: readonly string[] = ['invalid_value', 'not_on_the_page', 'prompt_not_used']

/** A warning in words; of a code that has none here only where it is about a field. */
export function warningSentence({ code, field }: ReadingWarning, language: Language): string | undefined {
  if (SAID_ANYWAY.includes(code)) return undefined
  const sentence = nameIn(sentences[language], code)
  if (field === null) return sentence
  const { before } = formTexts[language].faults
  const { contradiction, unknown } = others[language]
  const contradicts = code === 'contradiction' ? (nameIn(before, field) ?? contradiction) : undefined
  return `${fullFieldLabel(field, language)}: ${sentence ?? contradicts ?? unknown}`
}
