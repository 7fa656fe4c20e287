import type { Fault } from '@ecmr/domain'
import { Problem } from '../problems/problem.js'

const DEEPEST = 8
const MOST_VALUES = 5_000
const LONGEST_NAME = 100
// With the u flag this matches only half of a pair. JSON can carry one; UTF-8, and so every store behind us, cannot.
const LONE_SURROGATE = /\p{Surrogate}/u

/**
 * Trims every string of a JSON value, and refuses what none of our bodies needs and what would make validation costly:
 * deep nesting, great numbers of values, endless names, text that is no Unicode. Unknown names are the schemas’
 * business.
 */
export function tidy(value: unknown, mostValues = MOST_VALUES): unknown {
  const faults: Fault[] = []
  let left = mostValues

  function visit(node: unknown, pointer: string, depth: number): unknown {
    left -= 1
    if (left < 0) throw refused(`A body holds at most ${mostValues} values.`)
    if (typeof node === 'string') return text(node, pointer)
    if (typeof node !== 'object' || node === null) return node
    if (depth === DEEPEST) throw refused(`A body nests at most ${DEEPEST} deep.`)
    if (Array.isArray(node)) return node.map((item, index) => visit(item, `${pointer}/${index}`, depth + 1))
    return members(node, pointer, depth + 1)
  }

  function text(written: string, pointer: string): string {
    if (LONE_SURROGATE.test(written)) {
      faults.push({
        pointer,
        code: 'invalid_format',
        message: 'Send valid Unicode text; this has an unpaired surrogate.',
      })
    }
    return written.trim()
  }

  function members(node: object, pointer: string, depth: number): object {
    for (const [name, member] of Object.entries(node)) {
      if (name.length > LONGEST_NAME) throw refused(`Names have at most ${LONGEST_NAME} characters.`)
      const tidied = visit(member, `${pointer}/${name}`, depth)
      if (tidied !== member) Reflect.set(node, name, tidied)
    }
    return node
  }

  const tidied = visit(value, '', 0)
  if (faults.length > 0) throw refused('Fix the errors listed in errors.', faults)
  return tidied
}

function refused(detail: string, errors?: readonly Fault[]): Problem {
  return new Problem('invalid_request', detail, errors && { errors })
}
