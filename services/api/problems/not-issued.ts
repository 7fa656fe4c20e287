import { Problem } from './problem.js'

/** The note has no document yet. */
export function notIssued(): Problem {
  const detail = 'Issue the document first (POST …/documents), or send preview=true for a draft.'
  return new Problem('document_not_issued', detail)
}
