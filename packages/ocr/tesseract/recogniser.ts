import { createWorker, OEM, PSM, type Worker } from 'tesseract.js'
import type { RecognisedWord } from '../page/recognised-page.js'
import type { GreyImage } from '../pixels/grey-image.js'
import { portableGreyMap } from './recogniser-image.js'
import { languages, withLanguageData } from './recogniser-languages.js'
import { wordsInTable } from './recogniser-words.js'

/** Recognises the words of an upright page. */
export interface Recogniser {
  recognise(image: GreyImage): Promise<readonly RecognisedWord[]>
  close(): Promise<void>
}

// Words where they stand, in no order: columns of a form are not taken for lines that run across them.
const SPARSE = { tessedit_pageseg_mode: PSM.SPARSE_TEXT, user_defined_dpi: '200' }

/**
 * Opens recognition of text in Spanish, English, French and German. Everything that it needs is installed with it: nothing is
 * downloaded and nothing kept. It holds some 300 MB and a thread until it is closed, and does one page at a time.
 *
 * @throws when the installed data cannot be loaded
 */
export async function openRecogniser(): Promise<Recogniser> {
  const worker = await withLanguageData(
    (langPath) =>
      // What fails is told to this handler only, where nothing else is waiting for it.
      new Promise<Worker>((resolve, reject) => {
        const options = { langPath, cacheMethod: 'none', errorHandler: failWith(reject) }
        createWorker([...languages], OEM.LSTM_ONLY, options).then(resolve, reject)
      }),
  )
  await worker.setParameters(SPARSE)
  return {
    recognise: async (image) => {
      const { data } = await worker.recognize(portableGreyMap(image), {}, { text: false, tsv: true })
      return wordsInTable(data.tsv ?? '')
    },
    close: async () => {
      await worker.terminate()
    },
  }
}

const failWith =
  (reject: (fault: Error) => void) =>
  (reason: unknown): void =>
    reject(new Error(`recognition of text failed: ${reason}`))
