/** How an endpoint answers: the circuit of `webhooks.endpoint_health`. */
export interface Health {
  /** failed attempts since the last success */
  readonly failures: number
  /** when the first of these failed */
  readonly failing_since: Date | null
  /** how often the circuit has opened since the last success */
  readonly times_opened: number
  /** null: the circuit is closed; passed: half open, one attempt at a time may begin, as a probe */
  readonly open_until: Date | null
}

/** What an attempt says about its endpoint. */
export interface Outcome {
  /** `unclear`: the attempt says nothing about the receiver */
  readonly kind: 'succeeded' | 'failed' | 'unclear'
  readonly at: Date
  /** whether it was made to find out if a paused endpoint answers again */
  readonly probe: boolean
  /** the pause that the receiver requested, milliseconds */
  readonly askedPauseMs: number
}

export const healthy: Health = { failures: 0, failing_since: null, times_opened: 0, open_until: null }

const FAILURES_TO_OPEN = 10
const FIRST_PAUSE_MS = 30_000
const LONGEST_PAUSE_MS = 10 * 60_000

const FAILURES_TO_DISABLE = 10
const FAILING_TO_DISABLE_MS = 5 * 24 * 60 * 60_000

/**
 * The health of an endpoint after one more attempt. Ten failures in a row open the circuit for 30 seconds, and each
 * probe that fails for twice as long as before, up to 10 minutes. Any success closes it. While it is open, failures of
 * attempts that began before are counted, and change nothing else.
 *
 * @example
 * outcomes.reduce(healthAfter, healthy)
 */
export function healthAfter(health: Health, outcome: Outcome): Health {
  switch (outcome.kind) {
    case 'succeeded':
      return healthy
    case 'unclear':
      return outcome.probe && health.open_until !== null ? { ...health, open_until: outcome.at } : health
    case 'failed':
      return afterFailure(health, outcome)
  }
}

function afterFailure(health: Health, outcome: Outcome): Health {
  const failures = health.failures + 1
  const failed = { ...health, failures, failing_since: health.failing_since ?? outcome.at }
  const opens = health.open_until === null ? failures >= FAILURES_TO_OPEN : outcome.probe
  if (!opens) return failed
  const pause = Math.max(FIRST_PAUSE_MS * 2 ** health.times_opened, outcome.askedPauseMs)
  return {
    ...failed,
    times_opened: health.times_opened + 1,
    open_until: new Date(outcome.at.getTime() + Math.min(pause, LONGEST_PAUSE_MS)),
  }
}

/** Whether an endpoint has given nothing but failures for so long that it is to be disabled. */
export function isGivenUp({ failures, failing_since }: Health, now: Date): boolean {
  return failing_since !== null && failing_since <= givenUpSince(now) && failures >= FAILURES_TO_DISABLE
}

/** An endpoint that has been failing since then, or longer, is given up. */
export function givenUpSince(now: Date): Date {
  return new Date(now.getTime() - FAILING_TO_DISABLE_MS)
}
