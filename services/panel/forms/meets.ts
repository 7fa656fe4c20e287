import { checkBody } from '@ecmr/contract'
import type { Static, TSchema } from '@sinclair/typebox'

/** Whether a value is as a schema of the contract says, by the very checks that the REST interface makes. */
export function meets<S extends TSchema>(schema: S, value: unknown): value is Static<S> {
  return checkBody(schema, value).length === 0
}
