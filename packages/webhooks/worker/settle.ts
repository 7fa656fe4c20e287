import type { DeliveryStatus } from '@ecmr/http-contract'
import type { SendResult } from '../sending/send-result.js'
import type { Claimed } from './claim.js'
import { jittered, retryAfterMs } from './retry.js'

/** What an attempt means for its delivery. */
export interface Settled {
  readonly delivery_id: string
  readonly endpoint_id: string
  readonly ecmr_id: string
  readonly version: number
  readonly number: number
  readonly started_at: Date
  readonly duration_ms: number
  readonly response_status: number | null
  readonly response_body: string | null
  readonly error: string | null
  readonly status: DeliveryStatus
  readonly failures: number
  readonly failing_since: Date | null
  readonly next_attempt_at: Date
  readonly finished_at: Date | null
  /** broken off though its owner had asked for it: goes before the others again */
  readonly expedited: boolean
  /** the receiver wants nothing more, ever: the endpoint is to be disabled */
  readonly gone: boolean
}

export interface Timing {
  readonly startedAt: Date
  readonly durationMs: number
  readonly now: Date
  /** pause before each attempt, milliseconds */
  readonly schedule: readonly number[]
  readonly random: () => number
}

/** Decides what becomes of a delivery after an attempt. */
export function settle(delivery: Claimed, result: SendResult, timing: Timing): Settled {
  const attempt = {
    delivery_id: delivery.id,
    endpoint_id: delivery.endpoint_id,
    ecmr_id: delivery.ecmr_id,
    version: delivery.version,
    number: delivery.attempt,
    expedited: delivery.expedited && result.kind === 'interrupted',
    started_at: timing.startedAt,
    duration_ms: Math.round(timing.durationMs),
    ...answerOf(result),
  }
  const unchanged = {
    failures: delivery.failures,
    failing_since: delivery.failing_since,
    next_attempt_at: delivery.next_attempt_at,
    gone: false,
  }
  if (result.kind === 'interrupted') {
    return { ...attempt, ...unchanged, status: 'pending', finished_at: null }
  }
  if (succeeded(result)) return { ...attempt, ...unchanged, status: 'delivered', finished_at: timing.now }
  if (result.kind === 'answered' && result.status === 410) {
    return { ...attempt, ...unchanged, status: 'cancelled', finished_at: timing.now, gone: true }
  }
  return { ...attempt, ...afterFailure(delivery, result, timing) }
}

function afterFailure(delivery: Claimed, result: SendResult, { now, schedule, random }: Timing) {
  const failures = delivery.failures + 1
  const failing_since = delivery.failing_since ?? now
  const pause = delivery.is_test ? undefined : schedule[failures]
  if (pause === undefined) {
    const next_attempt_at = delivery.next_attempt_at
    return {
      status: 'exhausted',
      failures,
      failing_since,
      next_attempt_at,
      finished_at: now,
      gone: false,
    } as const
  }
  const asked = result.kind === 'answered' ? retryAfterMs(result.retryAfter, now) : 0
  const next_attempt_at = new Date(now.getTime() + Math.max(jittered(pause, random), asked))
  return {
    status: 'pending',
    failures,
    failing_since,
    next_attempt_at,
    finished_at: null,
    gone: false,
  } as const
}

function succeeded(result: SendResult): boolean {
  return result.kind === 'answered' && result.status >= 200 && result.status < 300
}

function answerOf(result: SendResult) {
  switch (result.kind) {
    case 'answered':
      return {
        response_status: result.status,
        response_body: result.body,
        error: succeeded(result) ? null : unwanted(result.status),
      }
    case 'failed':
      return { response_status: null, response_body: null, error: `${result.fault}: ${result.detail}` }
    case 'interrupted':
      return { response_status: null, response_body: null, error: INTERRUPTED }
  }
}

/** The error of an attempt whose outcome we do not know because we stopped. */
export const INTERRUPTED = 'interrupted: We stopped before the answer came; it is sent again.'

function unwanted(status: number): string {
  if (status >= 300 && status < 400) return 'redirect: Redirects are not followed.'
  if (status === 410) return 'gone: The receiver wants no more notifications; the webhook is disabled.'
  return `status: The receiver answered ${status}.`
}
