import { bodyValidators } from '@ecmr/contract'
import { FinishReason, GoogleGenerativeAIResponseError } from '@google/generative-ai'
import { type Static, Type } from '@sinclair/typebox'

/** What Gemini said. */
export interface Said {
  readonly text: string
  /** the version of the model that said it */
  readonly version: string | undefined
}

/** As much of a response as is looked at. */
const geminiResponse = Type.Object({
  candidates: Type.Optional(
    Type.Array(
      Type.Object({
        finishReason: Type.Optional(Type.String()),
        content: Type.Optional(
          Type.Object({
            parts: Type.Optional(Type.Array(Type.Object({ text: Type.Optional(Type.String()) }))),
          }),
        ),
      }),
    ),
  ),
  promptFeedback: Type.Optional(Type.Object({})),
  modelVersion: Type.Optional(Type.String()),
})

const isResponse = bodyValidators().compile<Static<typeof geminiResponse>>(geminiResponse)

const REFUSALS: ReadonlySet<string> = new Set([
  FinishReason.SAFETY,
  FinishReason.RECITATION,
  FinishReason.LANGUAGE,
  FinishReason.BLOCKLIST,
  FinishReason.PROHIBITED_CONTENT,
  FinishReason.SPII,
])

/**
 * The text in a response; blank when there is none.
 *
 * @throws GoogleGenerativeAIResponseError when Gemini refused to answer
 */
export function said(response: unknown): Said {
  if (!isResponse(response)) return { text: '', version: undefined }
  const { candidates: [first] = [], promptFeedback, modelVersion } = response
  const isRefused =
    first === undefined ? promptFeedback !== undefined : REFUSALS.has(first.finishReason ?? '')
  if (isRefused) throw new GoogleGenerativeAIResponseError('Gemini refused to answer')
  const text = (first?.content?.parts ?? []).map((part) => part.text ?? '').join('')
  return { text, version: modelVersion }
}
