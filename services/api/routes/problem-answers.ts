import { problemView } from '@ecmr/contract'
import { Type } from '@sinclair/typebox'

/** An answer that is a problem. */
export const problem = (description: string) => ({
  description,
  content: { 'application/problem+json': { schema: problemView } },
})

/** The problems that any public route may answer. */
export const publicProblems = {
  400: problem('The request has faults, all of them listed'),
  406: problem('Answers are JSON'),
  429: problem('Too many requests; Retry-After says when to come back'),
  500: problem('Our fault'),
  503: problem('A dependency is away; Retry-After says when to come back'),
}

/** The problems that any route with an API key may answer. */
export const readProblems = {
  ...publicProblems,
  401: problem('The API key is missing, malformed, unknown, revoked or expired'),
  403: problem('The API key lacks the scope'),
}

/** The problems of any route that takes a body. */
export const bodyProblems = {
  413: problem('The body is too large'),
  415: problem('The body is not JSON'),
}

/** The problems that any route which changes something may answer. */
export const writeProblems = {
  ...readProblems,
  ...bodyProblems,
  409: problem('The present state does not allow it, or an idempotency key is in flight'),
  422: problem('The idempotency key was used with another request'),
}

/** For what may not exist. */
export const notFoundProblem = { 404: problem('Unknown, malformed, or not yours') }

/** For what takes If-Match. */
export const staleProblem = { 412: problem('If-Match does not hold') }

/** For what takes If-None-Match. */
export const unchanged = Type.Unsafe<undefined>({ type: 'null', description: 'You have it already' })
