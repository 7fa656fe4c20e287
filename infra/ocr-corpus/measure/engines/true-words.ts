import type { RecognisedPage } from '@ecmr/ocr/testing'
import type { DrawnPage } from '../../corpus-page.js'
import type { MeasuredEngine } from './engine.js'
import { formReadings } from './form-readings.js'

/** The reader of forms alone, after recognition that makes no fault; what happened to the paper does not matter to it. */
export function trueWords(): MeasuredEngine {
  return {
    description: 'true words (the form reader alone, on the words as they were printed)',
    async read({ drawn }) {
      const page = recognised(drawn)
      const began = performance.now()
      const readings = formReadings(page)
      return { readings, seconds: (performance.now() - began) / 1000 }
    },
    close: async () => undefined,
  }
}

const recognised = ({ width, height, words, rules }: DrawnPage): RecognisedPage => ({
  width,
  height,
  words,
  rules,
  toImage: [1 / width, 0, 0, 0, 1 / height, 0, 0, 0, 1],
})
