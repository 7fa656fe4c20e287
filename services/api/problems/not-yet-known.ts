import { Problem } from './problem.js'

/** Nothing was found, but what was searched lags behind the event log, or the log cannot be asked. */
export function notYetKnown(): Problem {
  return new Problem(
    'unavailable',
    'Nothing was found, but what was searched is behind the event log at the moment. Try again in a moment.',
    { headers: { 'retry-after': '1' } },
  )
}
