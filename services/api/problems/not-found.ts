import { Problem } from './problem.js'

/** The one answer for what is unknown, malformed, or another company's: the client cannot tell which. */
export function notFound(): Problem {
  return new Problem(
    'not_found',
    'There is nothing at this address that this key can access. Check the identifier.',
  )
}
