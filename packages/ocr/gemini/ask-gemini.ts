import { setTimeout as pause } from 'node:timers/promises'
import type { Content } from '@google/generative-ai'
import type { Said } from './gemini-response.js'
import type { Gemini } from './open-gemini.js'
import { isWorthRepeating } from './refused-by-gemini.js'

const PAUSE_MS = 1_000

/** Asks Gemini; once more when it has too much to do or the connection broke. */
export async function askGemini(gemini: Gemini, contents: Content[], signal: AbortSignal): Promise<Said> {
  try {
    return await gemini(contents, signal)
  } catch (error) {
    if (signal.aborted || !isWorthRepeating(error)) throw error
    await pause(PAUSE_MS, undefined, { signal })
    return gemini(contents, signal)
  }
}
