import { setTimeout as pause } from 'node:timers/promises'
import type { Content, GenerativeModel } from '@google/generative-ai'
import { isWorthRepeating } from './refused-by-gemini.js'

const PAUSE_MS = 1_000

/** What Gemini said. */
export interface Said {
  readonly text: string
  /** the version of the model that said it */
  readonly version: string | undefined
}

/** Asks Gemini; once more when it has too much to do or the connection broke. */
export async function askGemini(
  model: GenerativeModel,
  contents: Content[],
  signal: AbortSignal,
): Promise<Said> {
  try {
    return await ask(model, contents, signal)
  } catch (error) {
    if (signal.aborted || !isWorthRepeating(error)) throw error
    await pause(PAUSE_MS, undefined, { signal })
    return ask(model, contents, signal)
  }
}

async function ask(model: GenerativeModel, contents: Content[], signal: AbortSignal): Promise<Said> {
  // The SDK listens for the signal only from here on.
  signal.throwIfAborted()
  const { response } = await model.generateContent({ contents }, { signal })
  const { modelVersion } = { modelVersion: undefined, ...response }
  return { text: response.text(), version: typeof modelVersion === 'string' ? modelVersion : undefined }
}
