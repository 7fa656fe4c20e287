import { hash } from 'node:crypto'

/** The list that a cursor belongs to. */
export interface CursorScope {
  /** what is listed, and whose it is */
  readonly list: readonly string[]
  /** its filters and its order, as JSON */
  readonly question: unknown
}

/** `not_ours`: altered, or of another list or company; `other_question`: of this list with other filters or another order. */
export type CursorFault = 'not_ours' | 'other_question'

/**
 * Writes the place after a row as clients carry it: opaque to them, and good for this list and this question only. What
 * it holds is no secret, and gives no right to anything.
 */
export function sealCursor(place: readonly string[], scope: CursorScope): string {
  return written(place, digest(scope.question), scope)
}

/** Reads the place in a cursor that a client sent back. */
export function openCursor(text: string, scope: CursorScope): readonly string[] | CursorFault {
  const parts = partsOf(text)
  const question = parts.at(-2)
  const place = parts.slice(0, -2)
  if (question === undefined || written(place, question, scope) !== text) return 'not_ours'
  return question === digest(scope.question) ? place : 'other_question'
}

function written(place: readonly string[], question: string, { list }: CursorScope): string {
  const parts = [...place, question, digest([place, question, list])]
  return Buffer.from(JSON.stringify(parts)).toString('base64url')
}

function partsOf(text: string): readonly string[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))
    return Array.isArray(parts) && parts.every((part) => typeof part === 'string') ? parts : []
  } catch {
    return []
  }
}

/** 66 bits: enough to tell a mistake. */
function digest(content: unknown): string {
  return hash('sha256', JSON.stringify(content), 'base64url').slice(0, 11)
}
