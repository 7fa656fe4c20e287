import type { Static, TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'

/** Reads an answer's JSON body and makes sure that it is what we take it for. */
export async function bodyOf<S extends TSchema>(answer: Response, schema: S): Promise<Static<S>> {
  const body: unknown = await answer.json()
  if (Value.Check(schema, body)) return body
  const [fault] = Value.Errors(schema, body)
  throw new Error(`${answer.url} answered something else: ${fault?.path} ${fault?.message}`)
}
