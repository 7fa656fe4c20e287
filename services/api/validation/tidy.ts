import type { Fault } from '@ecmr/domain'
import { Problem } from '../problems/problem.js'

const DEEPEST = 8
const MOST_VALUES = 5_000
const LONGEST_NAME = 100
const FORBIDDEN_NAMES = new Set(['__proto__', 'constructor', 'prototype'])

interface Walk {
  left: number
  readonly faults: Fault[]
}

/**
 * Trims every string of a JSON value, in place, and refuses what no body of ours needs: deep nesting, great numbers of
 * values, names that could reach into prototypes, and text that is no Unicode (a lone surrogate cannot be stored).
 */
export function tidy(value: unknown): unknown {
  const walk: Walk = { left: MOST_VALUES, faults: [] }
  const tidied = visit(value, '', 0, walk)
  if (walk.faults.length > 0) {
    throw new Problem('invalid_request', 'Mend the faults listed in errors.', { errors: walk.faults })
  }
  return tidied
}

function visit(value: unknown, pointer: string, depth: number, walk: Walk): unknown {
  walk.left -= 1
  if (walk.left < 0) throw new Problem('invalid_request', `A body holds at most ${MOST_VALUES} values.`)
  if (typeof value === 'string') return tidyText(value, pointer, walk)
  if (typeof value !== 'object' || value === null) return value
  if (depth === DEEPEST) throw new Problem('invalid_request', `A body nests at most ${DEEPEST} deep.`)
  if (Array.isArray(value))
    return value.map((item, index) => visit(item, `${pointer}/${index}`, depth + 1, walk))
  for (const [name, member] of Object.entries(value)) {
    checkName(name, pointer, walk)
    const tidied = visit(member, `${pointer}/${name}`, depth + 1, walk)
    if (tidied !== member) Reflect.set(value, name, tidied)
  }
  return value
}

function tidyText(text: string, pointer: string, walk: Walk): string {
  if (!isWellFormed(text)) {
    walk.faults.push({
      pointer,
      code: 'not_unicode',
      message: 'Send well-formed Unicode: half a surrogate pair is none.',
    })
  }
  return text.trim()
}

function checkName(name: string, pointer: string, walk: Walk): void {
  if (name.length > LONGEST_NAME || !isWellFormed(name)) {
    throw new Problem('invalid_request', `Names have at most ${LONGEST_NAME} characters of Unicode text.`)
  }
  if (!FORBIDDEN_NAMES.has(name)) return
  walk.faults.push({ pointer: `${pointer}/${name}`, code: 'unknown_field', message: `Leave ${name} out.` })
}

// With the u flag, a surrogate that is half of a pair does not match by itself.
const LONE_SURROGATE = /\p{Surrogate}/u

function isWellFormed(text: string): boolean {
  return !LONE_SURROGATE.test(text)
}
