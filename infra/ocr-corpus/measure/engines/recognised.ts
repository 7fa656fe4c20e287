import type { RecognisedPage } from '@ecmr/ocr/testing'
import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

const number = Type.Number()
const box = Type.Object({ x: number, y: number, width: number, height: number })

const page = Type.Object({
  width: number,
  height: number,
  words: Type.Array(Type.Object({ text: Type.String(), confidence: number, box })),
  rules: Type.Array(
    Type.Object({
      direction: Type.Union([Type.Literal('horizontal'), Type.Literal('vertical')]),
      box,
    }),
  ),
  toImage: Type.Tuple([number, number, number, number, number, number, number, number, number]),
})

const recognised = Type.Union([
  Type.Object({ ok: Type.Literal(true), page, seconds: number }),
  Type.Object({ ok: Type.Literal(false), fault: Type.String(), seconds: number }),
])

/** What recognition made of an image, as it is told by another process and kept in files. */
export type Recognised =
  | { readonly ok: true; readonly page: RecognisedPage; readonly seconds: number }
  | { readonly ok: false; readonly fault: string; readonly seconds: number }

/** @throws when it is something else */
export function recognisedIn(text: unknown): Recognised {
  if (Value.Check(recognised, text)) return text
  throw new Error('this is not what recognition tells of a page')
}
