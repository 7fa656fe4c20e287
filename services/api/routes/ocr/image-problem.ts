import { type ImageFault, LARGEST_IMAGE, LARGEST_TOGETHER, MOST_PAGES, MOST_PIXELS } from '@ecmr/ocr'
import { Problem } from '../../problems/problem.js'

/**
 * Why an image or a PDF is not read, as an answer: 413 when there is too much of it, else 400.
 *
 * @param at the pointer to it in the body; and which page of a PDF it is about
 */
export function imageProblem(
  fault: ImageFault,
  at: { readonly pointer: string; readonly page?: number },
): Problem {
  const { code } = fault
  const where = at.page === undefined ? '' : `Page ${at.page}: `
  const errors = [{ pointer: at.pointer, code, message: `${where}${messageFor(fault)}` }]
  if (code === 'too_large' || code === 'too_large_together' || code === 'too_many_pixels')
    return new Problem('image_too_large', 'Send a smaller image.', { errors })
  return new Problem('invalid_request', 'Fix the error listed in errors.', { errors })
}

const MB = 1024 * 1024

function messageFor(fault: ImageFault): string {
  switch (fault.code) {
    case 'no_data_url':
      return 'Send the image as a data URL in base64, as in data:image/jpeg;base64,/9j/4AAQ….'
    case 'wrong_type':
      return 'Send a png, jpeg, webp or PDF; nothing else is read.'
    case 'no_base64':
      return 'Send base64 after the comma, in its standard alphabet and with its padding.'
    case 'empty':
      return 'Send an image; there is nothing after the comma.'
    case 'too_large':
      return `Send at most ${LARGEST_IMAGE / MB} MB; resize the image or compress it more.`
    case 'other_content':
      return fault.found === undefined
        ? `Send an image or a PDF; this says that it is ${fault.declared}, and is nothing that is read.`
        : `Send the right media type; this says that it is ${fault.declared}, and is ${fault.found}.`
    case 'damaged':
      return 'Send the complete file; this one is truncated or cannot be decoded.'
    case 'animated':
      return 'Send one still picture; this one moves.'
    case 'too_small':
      return `Send the whole page; nothing can be read in ${fault.width} × ${fault.height} pixels.`
    case 'too_many_pixels':
      return `Send at most ${MOST_PIXELS / 1e6} megapixels; this image has ${fault.width} × ${fault.height}.`
    case 'unreadable':
      return 'Send another picture of the page; nothing came of this one in the time that a reading may take.'
    case 'too_large_together':
      return `Send at most ${LARGEST_TOGETHER / MB} MB in one request; make the images smaller, or send fewer pages.`
    case 'encrypted':
      return 'Send the PDF without a password; this one is encrypted.'
    case 'too_many_pages':
      return `Send at most ${MOST_PAGES} pages; these are ${fault.pages}.`
    case 'page_too_large':
      return `Send pages of paper; page ${fault.page} of this PDF measures ${fault.width} × ${fault.height} m.`
    default:
      return fault satisfies never
  }
}
