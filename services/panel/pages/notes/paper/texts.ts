import type { Language } from '@ecmr/contract'
import type { ReadingWarning } from '@ecmr/ocr'
import { inBoth } from '../../../texts/texts.js'
import { formTexts } from '../shared/form-texts.js'
import { fullFieldLabel, nameIn } from '../shared/labels.js'

/** What the pages that read a paper note say. */
export const paperTexts = inBoth(
  {
    title: 'Leer una carta de porte en papel',
    link: 'Leer una en papel',
    intro:
      'Haga una foto de la carta de porte o del albarán, o elija un escaneo. Lo que ponga se pasa al formulario, y usted lo revisa con la imagen al lado antes de crear la carta de porte.',
    picture: 'Foto o escaneo',
    camera: 'O haga la foto ahora',
    kinds: 'Una imagen PNG, JPEG o WebP de una sola página, hasta 10 MB y 50 megapíxeles.',
    tips: 'Se lee mejor con la hoja entera, plana, enfocada y sin sombras. Da igual si está de lado.',
    drop: 'También puede arrastrar el archivo hasta aquí.',
    chosen: 'Imagen elegida',
    read: 'Leer la imagen',
    reading: 'Leyendo la imagen… Suele tardar entre 3 y 10 segundos.',
    stillReading: 'Sigue leyendo. Las imágenes grandes tardan más.',
    notStored:
      'No se guarda nada: ni la imagen ni lo leído. Solo se guarda la carta de porte que usted cree.',
    where: {
      tesseract: 'La imagen se lee en esta instalación y no sale de ella.',
      gemini: 'Para leerla, la imagen se envía a Gemini, un servicio de Google.',
    },
    faults: {
      none_chosen: 'Elija una imagen.',
      several: 'Elija una sola imagen: la foto o el archivo, no las dos cosas.',
      not_this_form: 'La imagen no ha llegado entera. Elíjala otra vez y vuelva a enviarla.',
      no_data_url: 'La imagen no ha llegado entera. Elíjala otra vez y vuelva a enviarla.',
      no_base64: 'La imagen no ha llegado entera. Elíjala otra vez y vuelva a enviarla.',
      wrong_type:
        'Este archivo no es una imagen PNG, JPEG ni WebP. Si es un PDF o una foto HEIC, guárdelo como JPEG y elija ese archivo.',
      other_content:
        'Este archivo no es una imagen PNG, JPEG ni WebP. Si es un PDF o una foto HEIC, guárdelo como JPEG y elija ese archivo.',
      empty: 'El archivo está vacío. Elija otro.',
      too_large:
        'La imagen pasa de 10 MB. Haga la foto con menos resolución o guárdela como JPEG con más compresión.',
      damaged: 'La imagen está dañada o incompleta. Haga la foto otra vez o elija otro archivo.',
      animated: 'La imagen tiene varias páginas o está animada. Elija una imagen de una sola página.',
      too_small:
        'La imagen es demasiado pequeña para leerla. Haga la foto más de cerca o con más resolución.',
      too_many_pixels: 'La imagen pasa de 50 megapíxeles. Haga la foto o el escaneo con menos resolución.',
      unreadable:
        'Leer la imagen llevaba demasiado tiempo. Haga la foto más nítida o con menos resolución, o rellene la carta de porte a mano.',
      too_many_at_once:
        'Su empresa está leyendo varias imágenes a la vez. Espere unos segundos y envíe esta otra vez.',
      unavailable:
        'Ahora mismo no se pueden leer imágenes. Espere un momento y envíela otra vez, o rellene la carta de porte a mano.',
    },
    byHand: 'Rellenar a mano',
    review: {
      title: 'Revisar lo leído y crear la carta de porte',
      intro:
        'El número se asigna al crearla. Mientras revisa, al entrar en un campo se señala en la imagen dónde se ha leído.',
      notNoteTitle: 'No parece una carta de porte',
      notNote:
        'En la imagen no se han encontrado los datos de una carta de porte ni de un albarán. Puede rellenar el formulario con la imagen al lado, o hacer otra foto.',
      readTitle: (count: number) => (count === 1 ? 'Se ha leído 1 dato' : `Se han leído ${count} datos`),
      compare: 'Compárelos con la imagen: la lectura puede equivocarse.',
      missing: 'No se ha podido leer, y hace falta:',
      doubts: 'Datos por revisar:',
      none: 'No queda ningún dato señalado por revisar.',
      warnings: 'Además:',
      text: 'Ver todo el texto leído',
      another: 'Leer otra imagen',
      paper: 'Imagen',
      picture: 'Imagen de la carta de porte en papel',
      zoom: 'Ampliar',
      unzoom: 'Ver entera',
      lookAt: 'Revíselo.',
      right: 'Es correcto',
      rightFor: (label: string) => `Es correcto: ${label}`,
      doubt: {
        onPaper: (source: string) => `En el papel: «${source}».`,
        sure: (percent: number) => `Seguridad de la lectura: ${percent}\u00a0%.`,
        unread: 'No se ha podido leer.',
        unreadText: (source: string) => `Aquí pone algo que no se ha podido entender: «${source}».`,
      },
    },
  },
  {
    title: 'Read a paper consignment note',
    link: 'Read one on paper',
    intro:
      'Take a photo of the consignment note or the delivery note, or choose a scan. The data is entered into the form. Check it against the picture before you create the note.',
    picture: 'Photo or scan',
    camera: 'Or take the photo now',
    kinds: 'A PNG, JPEG or WebP picture of a single page, up to 10 MB and 50 megapixels.',
    tips: 'It reads best with the whole sheet, flat, in focus and without shadows. It may lie on its side.',
    drop: 'You can also drop the file here.',
    chosen: 'The picture you chose',
    read: 'Read the picture',
    reading: 'Reading the picture… This usually takes 3 to 10 seconds.',
    stillReading: 'Still reading. Large pictures take longer.',
    notStored:
      'Neither the picture nor the extracted data is stored; only the consignment note that you create.',
    where: {
      tesseract: 'The picture is read in this installation and does not leave it.',
      gemini: 'To be read, the picture is sent to Gemini, a service of Google.',
    },
    faults: {
      none_chosen: 'Choose a picture.',
      several: 'Choose one picture only: either the photo or the file.',
      not_this_form: 'The picture was not received completely. Choose it and send it again.',
      no_data_url: 'The picture was not received completely. Choose it and send it again.',
      no_base64: 'The picture was not received completely. Choose it and send it again.',
      wrong_type:
        'This file is no PNG, JPEG or WebP picture. If it is a PDF or a HEIC photo, save it as JPEG and choose that file.',
      other_content:
        'This file is no PNG, JPEG or WebP picture. If it is a PDF or a HEIC photo, save it as JPEG and choose that file.',
      empty: 'The file is empty. Choose another one.',
      too_large:
        'The picture is larger than 10 MB. Take it at a lower resolution, or save it as JPEG with more compression.',
      damaged: 'The picture is damaged or incomplete. Take it again or choose another file.',
      animated: 'The picture has several pages or is animated. Choose a picture of a single page.',
      too_small: 'The picture is too small to be read. Take it from closer up or at a higher resolution.',
      too_many_pixels: 'The picture has more than 50 megapixels. Take or scan it at a lower resolution.',
      unreadable:
        'Reading the picture took too long. Take it sharper or at a lower resolution, or fill in the consignment note by hand.',
      too_many_at_once:
        'Your company is reading several pictures at once. Wait a few seconds and send this one again.',
      unavailable:
        'Pictures cannot be read right now. Wait a moment and send it again, or fill in the consignment note by hand.',
    },
    byHand: 'Fill it in by hand',
    review: {
      title: 'Check what was read and create the note',
      intro: 'The number is given on creation. As you enter a field, the picture shows where it was read.',
      notNoteTitle: 'This does not look like a consignment note',
      notNote:
        'The picture does not seem to hold the data of a consignment note or a delivery note. You can fill in the form with the picture beside it, or take another photo.',
      readTitle: (count: number) => (count === 1 ? '1 entry was read' : `${count} entries were read`),
      compare: 'Compare them with the picture: reading makes mistakes.',
      missing: 'This could not be read, and is needed:',
      doubts: 'Entries to check:',
      none: 'No marked entry is left to check.',
      warnings: 'Besides:',
      text: 'Show all text that was read',
      another: 'Read another picture',
      paper: 'Picture',
      picture: 'Picture of the paper note',
      zoom: 'Enlarge',
      unzoom: 'Show as a whole',
      lookAt: 'Check this.',
      right: 'It is right',
      rightFor: (label: string) => `It is right: ${label}`,
      doubt: {
        onPaper: (source: string) => `On paper: “${source}”.`,
        sure: (percent: number) => `Confidence: ${percent}%.`,
        unread: 'It could not be read.',
        unreadText: (source: string) => `This text could not be interpreted: “${source}”.`,
      },
    },
  },
)

/** What users of a reading should know, by the codes of its warnings. */
const sentences = inBoth<Readonly<Record<string, string>>>(
  {
    page_turned: 'La hoja estaba girada: se ha enderezado para leerla.',
    low_confidence: 'Casi todo lo leído es dudoso. Con una foto más nítida y más plana se leería mejor.',
    no_text: 'En la imagen no se ha encontrado texto.',
  },
  {
    page_turned: 'The page was rotated upright before it was read.',
    low_confidence: 'Most of what was read is doubtful. A sharper and flatter photo would be read better.',
    no_text: 'No text was found in the picture.',
  },
)

const others = inBoth(
  {
    contradiction: 'Se contradice con otro dato.',
    unknown: 'Compare este dato con la imagen con especial cuidado.',
  },
  {
    contradiction: 'This contradicts another entry.',
    unknown: 'Compare this carefully with the picture.',
  },
)

/** What the page says itself, as a whole or beside the field. */
const SAID_ANYWAY: readonly string[] = [
  'not_a_consignment_note',
  'invalid_value',
  'not_on_the_page',
  'prompt_not_used',
]

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
