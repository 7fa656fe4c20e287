import type { Config } from './config.js'
import type { Given } from './settings.js'

/** Google's own name for its present fast model: those with a number in it are switched off a year or two after they came. */
const GEMINI_MODEL = 'gemini-flash-latest'

/** Who reads documents: Gemini when there is a key for it, unless the operator says otherwise. */
export function documentEngine(given: Given): Config['ocr']['engine'] {
  const { GEMINI_API_KEY: apiKey, GEMINI_BASE_URL: baseUrl, OCR_ENGINE } = given
  if (apiKey === undefined || OCR_ENGINE === 'tesseract') return { kind: 'tesseract' }
  return {
    kind: 'gemini',
    apiKey,
    model: given.GEMINI_MODEL ?? GEMINI_MODEL,
    ...(baseUrl !== undefined && { baseUrl }),
  }
}

/** A warning for each of Gemini's settings that are set in vain. */
export function geminiWithoutEffect(given: Given): readonly string[] {
  if (documentEngine(given).kind === 'gemini') return []
  const why =
    given.OCR_ENGINE === 'tesseract'
      ? 'OCR_ENGINE is tesseract: documents are read without Gemini.'
      : 'GEMINI_API_KEY is not: documents are read without Gemini.'
  const names = ['GEMINI_API_KEY', 'GEMINI_MODEL', 'GEMINI_BASE_URL'] as const
  return names.filter((name) => given[name] !== undefined).map((name) => `${name} is set, but ${why}`)
}
