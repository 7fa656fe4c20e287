import type { Refusal } from '@ecmr/domain'
import { notFound } from './not-found.js'
import { Problem } from './problem.js'

/** The domain's "no" as an HTTP answer. */
export function problemFromRefusal(refusal: Refusal): Problem {
  const { code, detail, errors, allowed_transitions } = refusal
  if (code === 'not_found') return notFound()
  return new Problem(code, detail, {
    ...(errors && { errors }),
    ...(allowed_transitions && { allowed_transitions }),
  })
}
