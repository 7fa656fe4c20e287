import {
  type Content,
  type GenerateContentRequest,
  GoogleGenerativeAIFetchError,
} from '@google/generative-ai'
import { DocumentReadingUnavailable } from '../port.js'
import { geminiAnswer } from './gemini-answer.js'
import { type Said, said } from './gemini-response.js'
import { instruction } from './instruction.js'
import { responseSchema } from './response-schema.js'

/** As whom and where Gemini is asked. */
export interface GeminiAccount {
  readonly apiKey: string
  readonly model: string
  /** absent: Google's own */
  readonly baseUrl?: string
}

/** Asks Gemini once. */
export type Gemini = (contents: Content[], signal: AbortSignal) => Promise<Said>

const GOOGLES_OWN = 'https://generativelanguage.googleapis.com'
/** In bytes, unpacked; the text of a page and its fields take some ten thousand. */
const LARGEST_ANSWER = 4 * 1024 * 1024
const RETRY_AFTER_S = 300

/**
 * Gemini by its wire format. Google's SDK gives the types only: it would follow redirects, to whomever, with the key, and keep whatever
 * is answered in memory.
 */
export function openGemini({ apiKey, model, baseUrl = GOOGLES_OWN }: GeminiAccount): Gemini {
  const url = `${baseUrl}/v1beta/models/${model}:generateContent`
  const headers = { 'content-type': 'application/json', 'x-goog-api-key': apiKey }
  return async (contents, signal) => {
    const body = JSON.stringify(requestOf(contents))
    const response = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal })
    if (response.ok) return said(JSON.parse(await textOf(response)))
    await response.body?.cancel()
    throw new GoogleGenerativeAIFetchError('Gemini answered with a fault', response.status)
  }
}

function requestOf(contents: Content[]): GenerateContentRequest {
  return {
    contents,
    systemInstruction: { role: 'system', parts: [{ text: instruction }] },
    generationConfig: {
      temperature: 0,
      candidateCount: 1,
      responseMimeType: 'application/json',
      responseSchema: responseSchema(geminiAnswer),
    },
  }
}

async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let bytes = 0
  for await (const part of body ?? []) {
    bytes += part.length
    if (bytes > LARGEST_ANSWER)
      throw new DocumentReadingUnavailable(RETRY_AFTER_S, 'Gemini answered with more than is read of it')
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}
