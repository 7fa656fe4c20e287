import { fullFieldLabel, type Language, textTable } from '@ecmr/contract'
import type { ReadingWarning } from '@ecmr/ocr'
import { formTexts } from '../shared/form-texts.js'
import { nameIn } from '../shared/labels.js'

/** What the pages that read a paper note say. */
export const paperTexts = textTable({
  title: ['Leer una carta de porte en papel', 'Read a paper consignment note'],
  link: ['Leer una en papel', 'Read one on paper'],
  intro: [
    'Haga una foto de la carta de porte o del albarán, o elija un escaneo. Lo que ponga se pasa al formulario, y usted lo revisa con la imagen al lado antes de crear la carta de porte.',
    'Take a photo of the consignment note or the delivery note, or choose a scan. The data is entered into the form. Check it against the picture before you create the note.',
  ],
  picture: ['Foto o escaneo', 'Photo or scan'],
  camera: ['O haga la foto ahora', 'Or take the photo now'],
  kinds: [
    'Una imagen PNG, JPEG o WebP de una sola página, hasta 10 MB y 50 megapíxeles.',
    'A PNG, JPEG or WebP picture of a single page, up to 10 MB and 50 megapixels.',
  ],
  tips: [
    'Se lee mejor con la hoja entera, plana, enfocada y sin sombras. Da igual si está de lado.',
    'It reads best with the whole sheet, flat, in focus and without shadows. It may lie on its side.',
  ],
  drop: ['También puede arrastrar el archivo hasta aquí.', 'You can also drop the file here.'],
  chosen: ['Imagen elegida', 'The picture you chose'],
  read: ['Leer la imagen', 'Read the picture'],
  reading: [
    'Leyendo la imagen… Suele tardar entre 3 y 10 segundos.',
    'Reading the picture… This usually takes 3 to 10 seconds.',
  ],
  stillReading: [
    'Sigue leyendo. Las imágenes grandes tardan más.',
    'Still reading. Large pictures take longer.',
  ],
  notStored: [
    'No se guarda nada: ni la imagen ni lo leído. Solo se guarda la carta de porte que usted cree.',
    'Neither the picture nor the extracted data is stored; only the consignment note that you create.',
  ],
  where: {
    tesseract: [
      'La imagen se lee en esta instalación y no sale de ella.',
      'The picture is read in this installation and does not leave it.',
    ],
    gemini: [
      'Para leerla, la imagen se envía a Gemini, un servicio de Google.',
      'To be read, the picture is sent to Gemini, a service of Google.',
    ],
  },
  faults: {
    none_chosen: ['Elija una imagen.', 'Choose a picture.'],
    several: [
      'Elija una sola imagen: la foto o el archivo, no las dos cosas.',
      'Choose one picture only: either the photo or the file.',
    ],
    not_this_form: [
      'La imagen no ha llegado entera. Elíjala otra vez y vuelva a enviarla.',
      'The picture was not received completely. Choose it and send it again.',
    ],
    no_data_url: [
      'La imagen no ha llegado entera. Elíjala otra vez y vuelva a enviarla.',
      'The picture was not received completely. Choose it and send it again.',
    ],
    no_base64: [
      'La imagen no ha llegado entera. Elíjala otra vez y vuelva a enviarla.',
      'The picture was not received completely. Choose it and send it again.',
    ],
    wrong_type: [
      'Este archivo no es una imagen PNG, JPEG ni WebP. Si es un PDF o una foto HEIC, guárdelo como JPEG y elija ese archivo.',
      'This file is no PNG, JPEG or WebP picture. If it is a PDF or a HEIC photo, save it as JPEG and choose that file.',
    ],
    other_content: [
      'Este archivo no es una imagen PNG, JPEG ni WebP. Si es un PDF o una foto HEIC, guárdelo como JPEG y elija ese archivo.',
      'This file is no PNG, JPEG or WebP picture. If it is a PDF or a HEIC photo, save it as JPEG and choose that file.',
    ],
    empty: ['El archivo está vacío. Elija otro.', 'The file is empty. Choose another one.'],
    too_large: [
      'La imagen pasa de 10 MB. Haga la foto con menos resolución o guárdela como JPEG con más compresión.',
      'The picture is larger than 10 MB. Take it at a lower resolution, or save it as JPEG with more compression.',
    ],
    damaged: [
      'La imagen está dañada o incompleta. Haga la foto otra vez o elija otro archivo.',
      'The picture is damaged or incomplete. Take it again or choose another file.',
    ],
    animated: [
      'La imagen tiene varias páginas o está animada. Elija una imagen de una sola página.',
      'The picture has several pages or is animated. Choose a picture of a single page.',
    ],
    too_small: [
      'La imagen es demasiado pequeña para leerla. Haga la foto más de cerca o con más resolución.',
      'The picture is too small to be read. Take it from closer up or at a higher resolution.',
    ],
    too_many_pixels: [
      'La imagen pasa de 50 megapíxeles. Haga la foto o el escaneo con menos resolución.',
      'The picture has more than 50 megapixels. Take or scan it at a lower resolution.',
    ],
    unreadable: [
      'Leer la imagen llevaba demasiado tiempo. Haga la foto más nítida o con menos resolución, o rellene la carta de porte a mano.',
      'Reading the picture took too long. Take it sharper or at a lower resolution, or fill in the consignment note by hand.',
    ],
    too_many_at_once: [
      'Su empresa está leyendo varias imágenes a la vez. Espere unos segundos y envíe esta otra vez.',
      'Your company is reading several pictures at once. Wait a few seconds and send this one again.',
    ],
    unavailable: [
      'Ahora mismo no se pueden leer imágenes. Espere un momento y envíela otra vez, o rellene la carta de porte a mano.',
      'Pictures cannot be read right now. Wait a moment and send it again, or fill in the consignment note by hand.',
    ],
  },
  byHand: ['Rellenar a mano', 'Fill it in by hand'],
  review: {
    title: ['Revisar lo leído y crear la carta de porte', 'Check what was read and create the note'],
    intro: [
      'El número se asigna al crearla. Mientras revisa, al entrar en un campo se señala en la imagen dónde se ha leído.',
      'The number is given on creation. As you enter a field, the picture shows where it was read.',
    ],
    notNoteTitle: ['No parece una carta de porte', 'This does not look like a consignment note'],
    notNote: [
      'En la imagen no se han encontrado los datos de una carta de porte ni de un albarán. Puede rellenar el formulario con la imagen al lado, o hacer otra foto.',
      'The picture does not seem to hold the data of a consignment note or a delivery note. You can fill in the form with the picture beside it, or take another photo.',
    ],
    readTitle: [
      (count: number) => (count === 1 ? 'Se ha leído 1 dato' : `Se han leído ${count} datos`),
      (count: number) => (count === 1 ? '1 entry was read' : `${count} entries were read`),
    ],
    compare: [
      'Compárelos con la imagen: la lectura puede equivocarse.',
      'Compare them with the picture: reading makes mistakes.',
    ],
    missing: ['No se ha podido leer, y hace falta:', 'This could not be read, and is needed:'],
    doubts: ['Datos por revisar:', 'Entries to check:'],
    none: ['No queda ningún dato señalado por revisar.', 'No marked entry is left to check.'],
    warnings: ['Además:', 'Besides:'],
    text: ['Ver todo el texto leído', 'Show all text that was read'],
    another: ['Leer otra imagen', 'Read another picture'],
    paper: ['Imagen', 'Picture'],
    picture: ['Imagen de la carta de porte en papel', 'Picture of the paper note'],
    zoom: ['Ampliar', 'Enlarge'],
    unzoom: ['Ver entera', 'Show as a whole'],
    lookAt: ['Revíselo.', 'Check this.'],
    right: ['Es correcto', 'It is right'],
    rightFor: [(label: string) => `Es correcto: ${label}`, (label: string) => `It is right: ${label}`],
    doubt: {
      onPaper: [
        (source: string) => `En el papel: «${source}».`,
        (source: string) => `On paper: “${source}”.`,
      ],
      sure: [
        (percent: number) => `Seguridad de la lectura: ${percent}\u00a0%.`,
        (percent: number) => `Confidence: ${percent}%.`,
      ],
      unread: ['No se ha podido leer.', 'It could not be read.'],
      unreadText: [
        (source: string) => `Aquí pone algo que no se ha podido entender: «${source}».`,
        (source: string) => `This text could not be interpreted: “${source}”.`,
      ],
    },
  },
})

/** What users of a reading should know, by the codes of its warnings. */
const sentences = textTable({
  page_turned: [
    'La hoja estaba girada: se ha enderezado para leerla.',
    'The page was rotated upright before it was read.',
  ],
  low_confidence: [
    'Casi todo lo leído es dudoso. Con una foto más nítida y más plana se leería mejor.',
    'Most of what was read is doubtful. A sharper and flatter photo would be read better.',
  ],
  not_a_consignment_note: [
    'No parece una carta de porte ni un albarán: revise todos los datos.',
    'This does not look like a consignment note or a delivery note: check every entry.',
  ],
  several_documents: [
    'Parece que hay varios documentos en la imagen. Haga una foto de cada uno, o revise todos los datos.',
    'There seem to be several documents in the picture. Take one picture of each, or check every entry.',
  ],
  several_receivers: [
    'El papel nombra a más de un destinatario: revise cuál es el de esta carta de porte.',
    'The paper names more than one receiver: check which one this note is for.',
  ],
  no_text: ['En la imagen no se ha encontrado texto.', 'No text was found in the picture.'],
})

const others = textTable({
  contradiction: ['Se contradice con otro dato.', 'This contradicts another entry.'],
  unknown: [
    'Compare este dato con la imagen con especial cuidado.',
    'Compare this carefully with the picture.',
  ],
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
