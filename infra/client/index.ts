import type { OpenApiDocument } from './document.js'
import { digestOf } from './document.js'
import { operationsSource } from './operations-source.js'

/** What makes the client's generated files. */
export const COMMAND = 'npm run client:generate'

/** The beginning of a generated file: which interface it was made from. */
export function stamp(document: OpenApiDocument): string {
  return `// Made by "${COMMAND}". SHA-256 of the described interface: ${digestOf(document)}\n`
}

/** The file with the client's methods. */
export function operationsFile(document: OpenApiDocument): string {
  return stamp(document) + operationsSource(document)
}
