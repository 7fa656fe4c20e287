import type { Refusal } from '@ecmr/domain'
import { notFound } from './not-found.js'
import { Problem } from './problem.js'

/** Turns a JSON pointer into a command's data into one into the body that the command was read from. */
export type PointerInBody = (pointer: string) => string

/** The domain's "no" as an HTTP answer. */
export function problemFromRefusal(
  refusal: Refusal,
  pointerInBody: PointerInBody = (pointer) => pointer,
): Problem {
  const { code, detail, errors, allowed_transitions } = refusal
  if (code === 'not_found') return notFound()
  return new Problem(code, detail, {
    ...(errors && { errors: errors.map((fault) => ({ ...fault, pointer: pointerInBody(fault.pointer) })) }),
    ...(allowed_transitions && { allowed_transitions }),
  })
}
