import { type ImageFault, LARGEST_IMAGE, MOST_PIXELS } from '@ecmr/ocr'
import { Problem } from '../../problems/problem.js'

/** Why an image is not read, as an answer: 413 when there is too much of it, else 400. */
export function imageProblem(fault: ImageFault): Problem {
  const { code } = fault
  const errors = [{ pointer: '/image', code, message: messageFor(fault) }]
  if (code === 'too_large' || code === 'too_many_pixels')
    return new Problem('image_too_large', 'Send the image smaller.', { errors })
  return new Problem('invalid_request', 'Fix the fault listed in errors.', { errors })
}

function messageFor(fault: ImageFault): string {
  switch (fault.code) {
    case 'no_data_url':
      return 'Send the image as a data URL in base64, as in data:image/jpeg;base64,/9j/4AAQ….'
    case 'wrong_type':
      return 'Send a png, jpeg or webp; nothing else is read.'
    case 'no_base64':
      return 'Send base64 after the comma, in its standard alphabet and with its padding.'
    case 'empty':
      return 'Send an image; there is nothing after the comma.'
    case 'too_large':
      return `Send at most ${LARGEST_IMAGE / 1024 / 1024} MB; make the image smaller, or compress it more.`
    case 'other_content':
      return fault.found === undefined
        ? `Send an image; this says that it is ${fault.declared}, and is no image that is read.`
        : `Send the right media type; this says that it is ${fault.declared}, and is ${fault.found}.`
    case 'damaged':
      return 'Send the whole image; this one breaks off or cannot be decoded.'
    case 'animated':
      return 'Send one still picture; this one moves.'
    case 'too_small':
      return `Send the whole page; nothing can be read in ${fault.width} × ${fault.height} pixels.`
    case 'too_many_pixels':
      return `Send at most ${MOST_PIXELS / 1e6} megapixels; this image has ${fault.width} × ${fault.height}.`
    case 'unreadable':
      return 'Send another picture of the page; nothing came of this one in the time that a reading may take.'
    default:
      return fault satisfies never
  }
}
