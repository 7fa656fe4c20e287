import { type ImageFault, LARGEST_IMAGE, MOST_PIXELS } from '@ecmr/ocr'

/** Why an image is not read, and what to send instead. */
export function sentenceForImage(fault: ImageFault): string {
  switch (fault.code) {
    case 'no_data_url':
      return 'image: envíe la imagen como data URL en base64, como data:image/jpeg;base64,/9j/4AAQ…'
    case 'wrong_type':
      return 'image: envíe un png, jpeg o webp; no se leen otros formatos.'
    case 'no_base64':
      return 'image: lo que sigue a la coma no es base64, o le falta algo.'
    case 'empty':
      return 'image: la imagen está vacía.'
    case 'too_large':
      return `image: envíe como mucho ${LARGEST_IMAGE / 1024 / 1024} MB; redúzcala o comprímala más.`
    case 'other_content':
      return fault.found === undefined
        ? `image: dice ser ${fault.declared}, pero no contiene una imagen que se pueda leer.`
        : `image: dice ser ${fault.declared}, pero es ${fault.found}; corrija el tipo.`
    case 'damaged':
      return 'image: la imagen está dañada o incompleta; vuelva a guardarla o a hacer la foto.'
    case 'animated':
      return 'image: tiene varias imágenes en movimiento; envíe una sola imagen fija.'
    case 'too_small':
      return `image: mide ${fault.width} × ${fault.height} píxeles, y en tan poco no se lee nada; envíe la página entera.`
    case 'too_many_pixels':
      return `image: mide ${fault.width} × ${fault.height} píxeles; envíe como mucho ${MOST_PIXELS / 1e6} megapíxeles.`
    case 'unreadable':
      return 'image: no se ha podido leer en el tiempo que puede llevar una imagen; envíe una foto más sencilla, solo de la página.'
    default:
      return fault satisfies never
  }
}
