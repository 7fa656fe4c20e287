import type { MeasuredEngine } from './engine.js'
import { keptWords } from './kept-words.js'
import { serviceReader } from './service-reader.js'
import { trueWords } from './true-words.js'

export const engineNames = ['tesseract', 'gemini', 'true-words'] as const
export type EngineName = (typeof engineNames)[number]

// The one that the service takes when it is told nothing else.
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
