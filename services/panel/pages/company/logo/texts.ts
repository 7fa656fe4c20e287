import { textTable } from '@ecmr/contract'

/** What the page about the company's logo says. */
export const logoTexts = textTable({
  title: ['Logotipo de la empresa', 'Company logo'],
  about: [
    'Se muestra en sus cartas de porte y en su página pública de seguimiento: lo ve cualquiera que tenga el número de una de ellas.',
    'Shown on your consignment notes and on their public tracking page: anyone with the number of a note can see it.',
  ],
  current: ['Logotipo actual', 'Current logo'],
  none: ['No hay logotipo.', 'No logo yet.'],
  alt: [(company: string) => `Logotipo de ${company}`, (company: string) => `Logo of ${company}`],
  file: ['Imagen', 'Image'],
  hint: [
    'PNG, JPEG o WebP, hasta 1 MB y 4000 píxeles de lado. Se guarda sobre fondo blanco y sin los metadatos del archivo.',
    'PNG, JPEG or WebP, up to 1 MB and 4,000 pixels per side. It is stored on a white background, without the file’s metadata.',
  ],
  save: ['Guardar logotipo', 'Save logo'],
  remove: ['Quitar logotipo', 'Remove logo'],
  confirm: [
    '¿Quitar el logotipo de las cartas de porte y del seguimiento?',
    'Remove the logo from notes and tracking?',
  ],
  faults: {
    none_chosen: ['Elija una imagen.', 'Choose an image.'],
    several: ['Envíe una sola imagen.', 'Send one image only.'],
    wrong_type: [
      'Este archivo no es una imagen PNG, JPEG o WebP. Los SVG no se admiten.',
      'This file is not a PNG, JPEG or WebP image. SVG is not supported.',
    ],
    too_large: ['La imagen pasa de 1 MB. Redúzcala.', 'The image is larger than 1 MB. Make it smaller.'],
    too_many_pixels: [
      'La imagen pasa de 4000 píxeles de lado. Redúzcala.',
      'The image is larger than 4,000 pixels per side. Make it smaller.',
    ],
    too_small: [
      'La imagen es demasiado pequeña: necesita al menos 40 píxeles de alto y de ancho.',
      'The image is too small: it needs at least 40 pixels in height and width.',
    ],
    animated: ['La imagen está animada. Envíe una fija.', 'The image is animated. Send a still one.'],
    damaged: [
      'La imagen está dañada o incompleta. Expórtela otra vez.',
      'The image is damaged or incomplete. Export it again.',
    ],
    unavailable: [
      'Ahora no se pueden procesar imágenes. Inténtelo dentro de un momento.',
      'Images cannot be processed right now. Try again in a moment.',
    ],
  },
})
