import { type OpenDocumentReader, openDocumentReader, type ReadingEngine } from '@ecmr/ocr'
import type { RecognisedPage } from '@ecmr/ocr/testing'
import type { DrawnPage } from '../../corpus.js'
import { imageOf } from '../../degrade-page.js'
import { checkedImage, formReadings, type MeasuredEngine, type PageAnswer } from './engine.js'
import { keptWords } from './kept-words.js'

/** The reader that the service has. */
function serviceReader(engine: ReadingEngine, processes: number): MeasuredEngine {
  const reader = openDocumentReader({ engine, processes, log: { info: () => undefined, warn } })
  let companies = 0
  return {
    description: engine.kind === 'gemini' ? `Gemini (${engine.model})` : 'tesseract.js and the form reader',
    // Each page for a company of its own: how many one may have read at once is not what is measured.
    read: (made) => answerOf(reader, imageOf(made), `corpus-${companies++}`),
    close: () => reader.close(),
  }
}

async function answerOf(
  reader: OpenDocumentReader,
  image: ReturnType<typeof imageOf>,
  companyId: string,
): Promise<PageAnswer> {
  const request = { image: checkedImage(image), companyId, signal: new AbortController().signal }
  const began = performance.now()
  const seconds = (): number => (performance.now() - began) / 1000
  try {
    const outcome = await reader.read(request)
    return outcome.ok
      ? { readings: outcome.reading.fields, seconds: seconds() }
      : { readings: [], seconds: seconds(), refused: outcome.fault.code }
  } catch (error) {
    return { readings: [], seconds: seconds(), refused: String(error) }
  }
}

function warn(fields: object, message: string): void {
  process.stderr.write(`  ${message} ${JSON.stringify(fields)}\n`)
}

/** The reader of forms alone, after recognition that makes no fault; what happened to the paper does not matter to it. */
function trueWords(): MeasuredEngine {
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

export const engineNames = ['tesseract', 'gemini', 'true-words'] as const
export type EngineName = (typeof engineNames)[number]

// The default of the service.
const GEMINI_MODEL = 'gemini-flash-latest'

/** Opens the engine of this name, or says why it cannot be used here. */
export async function openEngine(
  name: EngineName,
  options: { readonly processes: number; readonly words?: string; readonly env: NodeJS.ProcessEnv },
): Promise<MeasuredEngine | string> {
  switch (name) {
    case 'true-words':
      return trueWords()
    case 'tesseract':
      return options.words === undefined
        ? serviceReader({ kind: 'tesseract' }, options.processes)
        : keptWords(options.words, options.processes)
    case 'gemini':
      return gemini(options.env, options.processes)
    default:
      return name satisfies never
  }
}

function gemini(env: NodeJS.ProcessEnv, processes: number): MeasuredEngine | string {
  const { GEMINI_API_KEY: apiKey, GEMINI_BASE_URL: baseUrl, GEMINI_MODEL: model = GEMINI_MODEL } = env
  if (!apiKey) return 'Gemini is asked with a key of yours: set GEMINI_API_KEY. Nothing was measured.'
  return serviceReader({ kind: 'gemini', apiKey, model, ...(baseUrl && { baseUrl }) }, processes)
}
