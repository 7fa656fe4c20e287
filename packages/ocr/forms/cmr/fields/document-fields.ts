import type { FoundField } from '../../read-form.js'
import type { FilledBox } from '../filled-form.js'
import { foundInBox } from '../found-in-box.js'

/** Box 5: the documents that go along, one a line or between commas. */
export function documentFields(filled: FilledBox | undefined): readonly FoundField[] {
  if (filled === undefined || filled.lines.length === 0) return []
  const source = filled.lines.map(({ text }) => text).join(' ')
  const documents = separated(filled.lines.map(({ text }) => text))
  if (documents.length === 0) return []
  return [
    foundInBox('documents', filled, filled.lines, { value: documents, source, plausibility: 1 }, 'text'),
  ]
}

/** A line that ends with a comma goes on in the next, and so does one that fills the box; a comma ends a document either way. */
function separated(lines: readonly string[]): readonly string[] {
  return lines
    .flatMap((line) => line.split(/[;,•·](?=\s|$)/))
    .map((document) => document.replace(/^[\s\-–•·*]+/, '').trim())
    .filter((document) => /[\p{L}\p{N}]/u.test(document))
}
