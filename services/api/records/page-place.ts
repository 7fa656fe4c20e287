import { cursorFaults } from '@ecmr/contract'
import { openCursor, sealCursor } from '@ecmr/postgres'
import { Problem } from '../problems/problem.js'

/** The refusal of a cursor that cannot be used. */
export function cursorProblem(fault: keyof typeof cursorFaults): Problem {
  const errors = [{ pointer: '/cursor', code: 'out_of_range', message: cursorFaults[fault] }]
  return new Problem('invalid_request', 'Fix the query parameter cursor.', { errors })
}

/**
 * Writes how many entries of a list come before or after a place as a cursor.
 *
 * @param list what is listed, and whose it is
 * @param question what decides besides on what is on its pages
 */
export function countCursor(count: number, list: readonly string[], question: unknown = null): string {
  return sealCursor([String(count)], { list, question })
}

/** Reads it back. Throws a Problem for any other cursor. */
export function countInCursor(cursor: string, list: readonly string[], question: unknown = null): number {
  const place = openCursor(cursor, { list, question })
  if (typeof place === 'string') throw cursorProblem(place)
  const [count = ''] = place
  if (!/^\d{1,9}$/.test(count)) throw cursorProblem('not_ours')
  return Number(count)
}
