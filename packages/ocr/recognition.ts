// The steps of reading one by one, for who measures them; it loads what recognition needs, so no serving process imports it.
export { type PageRecognition, recognisePage } from './pixels/recognise-page.js'
export { openRecogniser } from './tesseract/open-recogniser.js'
export type { Recogniser } from './tesseract/recogniser.js'
