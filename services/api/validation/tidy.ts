import { Problem } from '../problems/problem.js'

const DEEPEST = 8
const MOST_VALUES = 5_000
const LONGEST_NAME = 100

/**
 * Trims every string of a JSON value, and refuses what no body of ours needs and what would make validation costly:
 * deep nesting, great numbers of values, endless names. Unknown names are the schemas’ business.
 */
export function tidy(value: unknown): unknown {
  let left = MOST_VALUES

  function visit(node: unknown, depth: number): unknown {
    left -= 1
    if (left < 0) throw refused(`A body holds at most ${MOST_VALUES} values.`)
    if (typeof node === 'string') return node.trim()
    if (typeof node !== 'object' || node === null) return node
    if (depth === DEEPEST) throw refused(`A body nests at most ${DEEPEST} deep.`)
    if (Array.isArray(node)) return node.map((item) => visit(item, depth + 1))
    return visitMembers(node, depth + 1)
  }

  function visitMembers(node: object, depth: number): object {
    for (const [name, member] of Object.entries(node)) {
      if (name.length > LONGEST_NAME) throw refused(`Names have at most ${LONGEST_NAME} characters.`)
      const tidied = visit(member, depth)
      if (tidied !== member) Reflect.set(node, name, tidied)
    }
    return node
  }

  return visit(value, 0)
}

function refused(detail: string): Problem {
  return new Problem('invalid_request', detail)
}
