import { repeatedMember } from '@ecmr/web'
import { Problem } from '../problems/problem.js'
import { tidy } from './tidy.js'

/** Reads a JSON body: parsed, bounded, trimmed, no member twice. Throws a Problem that says where it went wrong. */
export function readJson(text: string, mostValues?: number): unknown {
  const value = tidy(parse(text), mostValues)
  const repeated = repeatedMember(text, value)
  if (repeated !== undefined) throw sentTwice(repeated)
  return value
}

/** Which of the two was meant is not known. */
function sentTwice(pointer: string): Problem {
  const message = `${pointer.slice(pointer.lastIndexOf('/') + 1)} stands here twice; send it once.`
  return new Problem('invalid_request', `The body has a duplicate member: ${pointer}.`, {
    errors: [{ pointer, code: 'repeated', message }],
  })
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('malformed_json', `Send valid JSON; it is invalid ${whereabouts(text, error)}.`)
  }
}

/** V8 says "… at position 12"; without it the text ended too early. */
function whereabouts(text: string, error: unknown): string {
  const position = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined
  const before = text.slice(0, position === undefined ? text.length : Number(position))
  const line = before.split('\n').length
  const column = before.length - before.lastIndexOf('\n')
  return `at line ${line}, column ${column}`
}
