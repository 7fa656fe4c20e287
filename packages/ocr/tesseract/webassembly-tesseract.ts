import { createRequire } from 'node:module'
import { languageData, languages } from './languages.js'
import { DOTS_PER_INCH, type Recogniser, segmentation } from './recogniser.js'
import { portableGreyMap, wordsInTable } from './word-table.js'

/** What we use of Tesseract's interface, as tesseract.js-core offers it. */
interface TesseractApi {
  /** -1: it failed */
  Init(folder: null, languages: string, engine: number): number
  SetVariable(name: string, value: string): boolean
  /** takes the image from `/input`; 1: it failed */
  SetImageFile(exifOrientation: number, angle: number): number
  Recognize(monitor: null): number
  GetTSVText(page: number): string
  Clear(): void
  End(): void
}

interface TesseractCore {
  readonly FS: { writeFile(path: string, data: Uint8Array): void }
  readonly TessBaseAPI: new () => TesseractApi
}

type OpenCore = (options: Readonly<Record<string, () => void>>) => Promise<TesseractCore>

const require = createRequire(import.meta.url)
const LSTM_ONLY = 1
const UPRIGHT = 1

/**
 * Opens Tesseract as WebAssembly. tesseract.js is passed by: it would load the larger core, with the engine before LSTM, add a thread
 * to a process that has nothing else to do, and load the language data again for each page.
 *
 * @throws when the language data cannot be loaded
 */
export async function openWebAssemblyTesseract(): Promise<Recogniser> {
  // Nearly every processor has instructions for vectors.
  const core = await openCore('simd-lstm').catch(() => openCore('lstm'))
  for (const { file, data } of await languageData()) core.FS.writeFile(file, data)
  const api = new core.TessBaseAPI()
  if (api.Init(null, languages.join('+'), LSTM_ONLY) !== 0) throw new Error('the languages cannot be loaded')
  api.SetVariable('user_defined_dpi', DOTS_PER_INCH)
  return {
    version: `tesseract.js-core ${coreVersion}`,
    recognise: async (image, arrangement = 'anywhere') => {
      api.SetVariable('tessedit_pageseg_mode', segmentation[arrangement])
      core.FS.writeFile('/input', portableGreyMap(image))
      if (api.SetImageFile(UPRIGHT, 0) !== 0) throw new Error('the page cannot be handed over')
      api.Recognize(null)
      const words = wordsInTable(api.GetTSVText(0))
      api.Clear()
      return words
    },
    close: async () => api.End(),
  }
}

async function openCore(kind: 'simd-lstm' | 'lstm'): Promise<TesseractCore> {
  const open: OpenCore = require(`tesseract.js-core/tesseract-core-${kind}`)
  const silent = (): void => undefined
  return await open({ TesseractProgress: silent, print: silent, printErr: silent })
}

const description: unknown = require('tesseract.js-core/package.json')
const coreVersion =
  typeof description === 'object' && description !== null && 'version' in description
    ? String(description.version)
    : 'unknown'
