import { Problem } from '../../problems/problem.js'

/** A company has as many documents under way as it may have, or all together have. */
export function tooManyReadings(retryAfterSeconds: number): Problem {
  const detail = `Wait for responses before you send more documents; try again in ${retryAfterSeconds} s.`
  return new Problem('too_many_readings', detail, { headers: { 'retry-after': String(retryAfterSeconds) } })
}
