import type { DocumentImage } from '@ecmr/ocr'
import { noMarks, type PageFound } from '@ecmr/ocr/testing'

/** What is known of a page before anything was found on it. */
export const pageOf = (image: DocumentImage): Omit<PageFound, 'form'> => ({
  rawText: 'some text',
  answer: null,
  place: () => null,
  turned: 0,
  text: 'recognition',
  marks: noMarks,
  file: image,
  picture: image,
})
