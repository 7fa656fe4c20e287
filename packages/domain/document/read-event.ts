import type { TSchema } from '@sinclair/typebox'
import { type TypeCheck, TypeCompiler } from '@sinclair/typebox/compiler'
import { type DocumentEvent, documentEventData } from './events.js'

const checks: ReadonlyMap<string, TypeCheck<TSchema>> = new Map(
  Object.entries(documentEventData).map(([type, data]) => [type, TypeCompiler.Compile(data)]),
)

/**
 * Reads a recorded event of a document.
 *
 * @returns `undefined` when this version does not know the type, or the data are not of its shape
 */
export function toDocumentEvent(recorded: {
  readonly type: string
  readonly data: object
}): DocumentEvent | undefined {
  const event = { type: recorded.type, data: recorded.data }
  return isDocumentEvent(event) ? event : undefined
}

function isDocumentEvent(event: { type: string; data: object }): event is DocumentEvent {
  return checks.get(event.type)?.Check(event.data) === true
}
