import { Problem } from '../problems/problem.js'
import { tidy } from './tidy.js'

/** Reads a JSON body: parsed, bounded, trimmed. Throws a Problem that says where it went wrong. */
export function readJson(text: string): unknown {
  return tidy(parse(text))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Problem('malformed_json', `Send valid JSON; it breaks off ${whereabouts(text, error)}.`)
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
